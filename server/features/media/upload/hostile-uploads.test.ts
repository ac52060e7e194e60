import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { decodeHeic } from '../convert/make-pictures.ts'
import { beginUpload, tusHeaders } from '../testing/send-file.ts'

let app: TestApp
let learner: TestClient
beforeAll(async () => {
  app = await startTestApp()
  learner = await app.signIn()
})
afterAll(() => app.close())

const part = (name: string, filename?: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\nabc`

const forms: [what: string, contentType: string, body: string][] = [
  ['no boundary', 'multipart/form-data', 'x'],
  ['a boundary that is too long', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
  ['no parts', 'multipart/form-data; boundary=b', 'x'],
  ['a file that breaks off', 'multipart/form-data; boundary=b', part('file', 'a.jpg')],
  ['a field named as a prototype', 'multipart/form-data; boundary=b', `${part('__proto__')}\r\n--b--\r\n`],
]

test.each(forms)(
  'a form with %s is refused as unreadable, without other harm [SEC-07, MED-05]',
  async (_what, type, payload) => {
    const headers = { ...tusHeaders(learner), 'content-type': type }
    const answer = await app.server.inject({ method: 'POST', url: '/spa/api/v1/media-files', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_request'])
  },
)

const patch = (url: string, headers: Record<string, string> = {}) =>
  app.server.inject({
    method: 'PATCH',
    url,
    headers: {
      ...tusHeaders(learner),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      ...headers,
    },
    payload: 'abc',
  })

test('an upload keeps the size it was begun with, whatever the headers of a part say [SEC-07, MED-03]', async () => {
  const { location } = await beginUpload(app, learner, 1000)
  const headers = {
    'upload-length': '999999999',
    'upload-defer-length': '1',
    'upload-concat': 'partial',
    'x-http-method-override': 'POST',
  }
  const answer = await patch(location, headers)
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, '3'])
  const head = await app.server.inject({ method: 'HEAD', url: location, headers: tusHeaders(learner) })
  expect([head.headers['upload-length'], head.headers['upload-offset']]).toEqual(['1000', '3'])
})

test.each(['a%00b', '..%2F..%2Fetc', '__proto__', 'x'.repeat(250)])(
  'an upload %s is not there [SEC-02, SEC-07]',
  async key => {
    expect((await patch(`/spa/uploads/${key}`)).statusCode).toBe(404)
  },
)

test('a HEIC file that no camera makes so large is refused before it is in memory [SEC-05]', async () => {
  const path = join(app.dataDir, 'huge.heic')
  const file = await open(path, 'w')
  await file.truncate(900_000_000)
  await file.close()
  const before = process.memoryUsage().rss
  await expect(decodeHeic(path, 60_000_000)).rejects.toMatchObject({ code: 'file_too_large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})
