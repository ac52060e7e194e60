import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Place } from '../s3-store.ts'

type Stored = { bytes: Buffer; type: string }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** An S3 store with just what Kurso uses, over real HTTP; verifies each signature independently. */
export async function startS3Server() {
  const files = new Map<string, Stored>()
  const asked: string[] = []
  const place: S3Place = {
    endpoint: '',
    bucket: 'school',
    region: 'eu-test-1',
    accessKey: 'the-key',
    secretKey: 'the-secret',
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const url = new URL(request.url ?? '', place.endpoint)
      asked.push(`${request.method} ${url.pathname}`)
      const problem = signatureProblem(request, url, body, place)
      if (problem) return refuse(response, 403, problem)
      answer(files, request, response, url, body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  place.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    place,
    files,
    asked,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

function answer(
  files: Map<string, Stored>,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer,
) {
  const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
  const name = rest.join('/')
  if (bucket !== 'school') return refuse(response, 404, 'NoSuchBucket')
  if (method === 'PUT') {
    if (headers['content-length'] === undefined) return refuse(response, 411, 'MissingContentLength')
    files.set(name, { bytes: body, type: headers['content-type'] ?? '' })
    return response.end()
  }
  if (url.searchParams.get('list-type') === '2') {
    return response.end(listing([...files.keys()], url.searchParams))
  }
  if (method === 'DELETE') {
    files.delete(name)
    return response.writeHead(204).end()
  }
  const found = files.get(name)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const bytes = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1)
  response.writeHead(from === undefined ? 200 : 206, { 'content-type': found.type, 'content-length': bytes.length })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** Pages of two names, in order, as a store answers them. */
function listing(keys: readonly string[], asked: URLSearchParams): string {
  const [prefix, token] = [asked.get('prefix') ?? '', asked.get('continuation-token') ?? '']
  const found = keys.filter(key => key.startsWith(prefix) && key > token).sort()
  const next = found.length > 2 ? `<NextContinuationToken>${found[1]}</NextContinuationToken>` : ''
  const names = found.slice(0, 2).map(key => `<Contents><Key>${key}</Key></Contents>`)
  return `<ListBucketResult>${names.join('')}${next}</ListBucketResult>`
}

/** What is wrong with a request's AWS Signature Version 4; undefined when it is valid. */
function signatureProblem(request: IncomingMessage, url: URL, body: Buffer, place: S3Place): string | undefined {
  const query = url.searchParams
  const isInQuery = query.has('X-Amz-Signature')
  const [, credential = '', signed = '', given = ''] = isInQuery
    ? ['', query.get('X-Amz-Credential'), query.get('X-Amz-SignedHeaders'), query.get('X-Amz-Signature')].map(
        text => text ?? '',
      )
    : (/^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? [])
  const time = (isInQuery ? query.get('X-Amz-Date') : request.headers['x-amz-date']?.toString()) ?? ''
  const day = time.slice(0, 8)
  const scope = `${day}/${place.region}/s3/aws4_request`
  if (credential !== `${place.accessKey}/${scope}`) return 'InvalidAccessKeyId'
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const lasts = isInQuery ? Number(query.get('X-Amz-Expires')) : 900
  if (!(Math.abs(Date.now() - at) <= lasts * 1000)) return 'RequestExpired'
  const payload = isInQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  if (!isInQuery && payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map(part => encoded(decodeURIComponent(part)))
      .join('/'),
    [...query]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signed.split(';').map(name => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const keyOfDay = hmac(hmac(`AWS4${place.secretKey}`, day), place.region)
  const expected = hmac(hmac(hmac(keyOfDay, 's3'), 'aws4_request'), text).toString('hex')
  const isRight = expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given))
  return isRight ? undefined : 'SignatureDoesNotMatch'
}
