import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { type ClientRequest, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as ByteStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { contentTypeOf } from './content-types.ts'
import { assertPlace, type FileStore, isPlace, type StoredFile } from './file-store.ts'

/** A bucket of an S3-compatible store with path-style addresses; `endpoint` is its origin. */
export type S3Place = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

/** How long an issued address is valid, in seconds. */
const openSeconds = 3600
const askMs = 30_000
const transferMs = 30 * 60_000

type Bucket = { client: AwsClient; url: string }

/** A store in a private bucket: this server writes, browsers read by expiring addresses. */
export function openS3Store({ endpoint, bucket: name, region, accessKey, secretKey }: S3Place): FileStore {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey }
  const bucket: Bucket = {
    client: new AwsClient({ ...keys, service: 's3', region, retries: 2 }),
    url: `${endpoint}/${encodeURIComponent(name)}`,
  }
  return {
    put: (key, path, source) => put(bucket, key, path, source),
    async move(key, path, source) {
      await put(bucket, key, path, source)
      await rm(source)
    },
    has: async (key, path) => (await ask(bucket, 'HEAD', placeIn(bucket, key, path))).ok,
    async copyTo(key, path, target) {
      const { ok, body } = await ask(bucket, 'GET', placeIn(bucket, key, path), transferMs)
      if (!ok || !body) throw new Error(`The store has no ${key}/${path}`)
      await pipeline(Readable.fromWeb(body as ByteStream), createWriteStream(target))
    },
    async find(key, path, method, disposition) {
      const saved = disposition === undefined ? '' : `&response-content-disposition=${encodeURIComponent(disposition)}`
      const url = `${placeIn(bucket, key, path)}?X-Amz-Expires=${openSeconds}${saved}`
      return { address: (await bucket.client.sign(url, { method, aws: { signQuery: true } })).url }
    },
    async read(key, path) {
      const { ok, body, headers } = await ask(bucket, 'GET', placeIn(bucket, key, path), transferMs)
      if (!ok || !body) return undefined
      return { bytes: Number(headers.get('content-length')), content: Readable.fromWeb(body as ByteStream) }
    },
    list: () => listAll(bucket),
    async removeFile(key, path) {
      await ask(bucket, 'DELETE', placeIn(bucket, key, path))
    },
    remove: key => removeAll(bucket, key),
  }
}

function placeIn({ url }: Bucket, key: string, path: string): string {
  assertPlace(key, path)
  return `${url}/${key}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Sends a request; anything but success or 'not found' is thrown. */
async function ask({ client }: Bucket, method: string, url: string, timeoutMs = askMs): Promise<Response> {
  const answer = await client.fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) })
  if (answer.ok || answer.status === 404) return answer
  throw new Error(`The store answered ${answer.status} to ${method}: ${codeIn(await answer.text())}`)
}

async function put(bucket: Bucket, key: string, path: string, source: string) {
  const url = placeIn(bucket, key, path)
  const [{ size }, hash] = await Promise.all([stat(source), hashOf(source)])
  const headers = { 'content-type': contentTypeOf(path).type, 'x-amz-content-sha256': hash }
  const signed = await bucket.client.sign(url, { method: 'PUT', headers })
  await send(url, source, { ...Object.fromEntries(signed.headers), 'content-length': String(size) })
}

/** A listing holds at most 1000 names, so list and delete until none are left. */
async function removeAll(bucket: Bucket, key: string) {
  assertPlace(key)
  const list = `${bucket.url}?list-type=2&prefix=${encodeURIComponent(`${key}/`)}`
  for (;;) {
    const text = await (await ask(bucket, 'GET', list)).text()
    const names = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name)
    if (names.length === 0) return
    for (const name of names) await ask(bucket, 'DELETE', placeIn(bucket, key, name.slice(key.length + 1)))
  }
}

/** Page by page, each of at most 1000 names. */
async function* listAll(bucket: Bucket): AsyncIterable<StoredFile> {
  for (let next = ''; ; ) {
    const after = next && `&continuation-token=${encodeURIComponent(next)}`
    const answer = await ask(bucket, 'GET', `${bucket.url}?list-type=2${after}`)
    if (!answer.ok) throw new Error('The bucket is not there')
    const text = await answer.text()
    for (const [, name = ''] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) {
      const [key, path] = [name.slice(0, name.indexOf('/')), name.slice(name.indexOf('/') + 1)]
      if (isPlace(key, path)) yield { key, path }
    }
    next = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? ''
    if (next === '') return
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Uploads a file with its length: fetch would stream it without one, which stores refuse. */
async function send(url: string, source: string, headers: Record<string, string>): Promise<void> {
  const open = url.startsWith('https:') ? overHttps : overHttp
  const request = open(url, { method: 'PUT', headers, signal: AbortSignal.timeout(transferMs) })
  const answer = answerTo(request)
  answer.catch(() => undefined)
  await pipeline(createReadStream(source), request)
  const { status, text } = await answer
  if (status >= 300) throw new Error(`The store answered ${status} to PUT: ${codeIn(text)}`)
}

function answerTo(request: ClientRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })
}

/** The store's own error code. */
function codeIn(text: string): string {
  return /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? 'no reason'
}
