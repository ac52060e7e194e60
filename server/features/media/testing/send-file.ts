import type { FastifyInstance } from 'fastify'

type TestApp = { server: FastifyInstance }
type TestClient = { token: string }

type Options = Partial<{
  name: string
  type: string
  key: string
  chunk: number
  language: string
  appId: string
  purpose: string
}>
type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }
export type Sent = { mediaId: number; location: string; answer: Answer }

/** The headers of a request of the upload protocol. */
export function tusHeaders({ token }: Pick<TestClient, 'token'>, { language = 'en', appId = 'kurso' }: Options = {}) {
  return {
    authorization: `Bearer ${token}`,
    'x-app-id': appId,
    'accept-language': language,
    'tus-resumable': '1.0.0',
  }
}

/** Begins an upload of `length` bytes. */
export async function beginUpload(app: TestApp, who: TestClient, length: number, options: Options = {}): Promise<Sent> {
  const { name: filename = 'file', type: filetype = 'image/jpeg', purpose } = options
  const texts = { filename, filetype, ...(purpose !== undefined && { purpose }) }
  const metadata = Object.entries(texts).map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
  const answer = await app.server.inject({
    method: 'POST',
    url: '/spa/uploads',
    headers: {
      ...tusHeaders(who, options),
      'upload-length': String(length),
      'upload-metadata': metadata.join(','),
      ...(options.key !== undefined && { 'idempotency-key': options.key }),
    },
  })
  return { mediaId: Number(answer.headers['x-media-id']), location: String(answer.headers['location']), answer }
}

/** Sends the bytes from `offset` on. */
export async function sendPart(
  app: TestApp,
  who: TestClient,
  location: string,
  offset: number,
  bytes: Buffer,
  options: Options = {},
) {
  return app.server.inject({
    method: 'PATCH',
    url: location,
    headers: {
      ...tusHeaders(who, options),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
    payload: bytes,
  })
}

/** Uploads a whole file in parts of `chunk` bytes; answers the last answer. */
export async function uploadFile(app: TestApp, who: TestClient, bytes: Buffer, options: Options = {}): Promise<Sent> {
  const begun = await beginUpload(app, who, bytes.length, options)
  if (begun.answer.statusCode !== 201) return begun
  let answer: Answer = begun.answer
  const chunk = options.chunk ?? bytes.length
  for (let offset = 0; offset < bytes.length && answer.statusCode < 300; offset += chunk)
    answer = await sendPart(app, who, begun.location, offset, bytes.subarray(offset, offset + chunk), options)
  return { ...begun, answer }
}

/** Sends a file whole, as a form does. */
export async function sendForm(app: TestApp, who: TestClient, bytes: Buffer, options: Options = {}) {
  const boundary = 'a-boundary-of-the-form'
  const name = `name="file"; filename="${options.name ?? 'photo.jpg'}"`
  const head = `--${boundary}\r\ncontent-disposition: form-data; ${name}\r\ncontent-type: ${options.type ?? 'image/jpeg'}\r\n\r\n`
  return app.server.inject({
    method: 'POST',
    url: '/spa/api/v1/media-files',
    headers: {
      ...tusHeaders(who, options),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(options.key !== undefined && { 'idempotency-key': options.key }),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
