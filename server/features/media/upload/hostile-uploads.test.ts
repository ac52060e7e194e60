import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { leastSeen, watchChildren } from '#server/platform/testing/child-memory.ts'
import { runTool, ToolFailure } from '#server/platform/run-tool.ts'
import { beginUpload, tusHeaders, uploadFile } from '../testing/send-file.ts'

const photo = join(sharedDataFolder, 'uploads/images/pil-app13-multiple.jpg')

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

test('a part of another content type is refused as such, and nothing of it is kept [MED-03]', async () => {
  const { location } = await beginUpload(app, learner, 1000)
  for (const type of ['image/jpeg', 'application/offset', 'application/json']) {
    const answer = await patch(location, { 'content-type': type })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unknown_part_type'])
  }
  const head = await app.server.inject({ method: 'HEAD', url: location, headers: tusHeaders(learner) })
  expect(head.headers['upload-offset']).toBe('0')
})

test.each(['0.2.2', '', undefined])(
  'version %s of the protocol is refused with the one that is spoken [MED-03]',
  async version => {
    const { 'tus-resumable': _known, ...others } = tusHeaders(learner)
    const headers = { ...others, ...(version !== undefined && { 'tus-resumable': version }), 'upload-length': '1000' }
    const answer = await app.server.inject({ method: 'POST', url: '/spa/uploads', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([412, 'unknown_upload_version'])
    expect(answer.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' })
  },
)

test('a client that knows no PATCH and DELETE says by POST which it means [MED-03]', async () => {
  const { location } = await beginUpload(app, learner, 1000)
  const post = (method: string | undefined, payload?: string) =>
    app.server.inject({
      method: 'POST',
      url: location,
      headers: {
        ...tusHeaders(learner),
        ...(method && { 'x-http-method-override': method }),
        ...(payload && { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }),
      },
      ...(payload && { payload }),
    })
  const sent = await post('PATCH', 'abc')
  expect([sent.statusCode, sent.headers['upload-offset']]).toEqual([204, '3'])
  for (const other of [undefined, 'GET', 'PUT']) expect((await post(other)).statusCode).toBe(404)
  expect((await post('DELETE')).statusCode).toBe(204)
  expect((await patch(location)).statusCode).toBe(404)
})

test.each(['..%2F..%2Fetc', '__proto__', 'x'.repeat(250)])('an upload %s is not there [SEC-02, SEC-07]', async key => {
  expect((await patch(`/spa/uploads/${key}`)).statusCode).toBe(404)
})

test('an upload with a NUL in its name is refused [SEC-07]', async () => {
  expect((await patch('/spa/uploads/a%00b')).statusCode).toBe(400)
})

/** A black PNG that packs well: rows of zeros, of an interlaced one in its seven passes. */
function blackPng({ width, height, bits = 8, isInterlaced = false }: Claim): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ]
  const sizes = isInterlaced
    ? passes.map(([x = 0, y = 0, dx = 1, dy = 1]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)])
    : [[width, height]]
  const bytes = sizes.reduce((sum, [columns = 0, rows = 0]) => sum + rows * (1 + (columns * 4 * bits) / 8), 0)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const ends = [Buffer.alloc(4), Buffer.alloc(4)]
    ends[0]?.writeUInt32BE(data.length)
    ends[1]?.writeUInt32BE(crc32(body))
    return Buffer.concat([ends[0] ?? body, body, ends[1] ?? body])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const data = deflateSync(Buffer.alloc(bytes), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
type Claim = { width: number; height: number; bits?: 8 | 16; isInterlaced?: boolean }

test.each<[what: string, claim: Claim]>([
  ['two endless lines', { width: 30_000_000, height: 2 }],
  [
    'an interlaced square that has to be in memory as a whole',
    { width: 7740, height: 7740, bits: 16, isInterlaced: true },
  ],
])(
  'a small PNG of %s is refused soon and within 300 MB, and nobody else waits for it [SEC-08]',
  async (_what, claim) => {
    const bomb = blackPng(claim)
    expect(bomb.length).toBeLessThan(500_000)
    const other = await app.signIn()
    const before = process.memoryUsage().rss
    const decoders = watchChildren()
    const began = performance.now()
    const bombs = Promise.all([1, 2, 3].map(() => uploadFile(app, learner, bomb, { name: 'photo.png' })))
    const { mediaId } = await uploadFile(app, other, await readFile(photo), { name: 'photo.jpg' })
    const waited = performance.now() - began
    expect((await other.call('GET /media-files/:id', { params: { id: mediaId } })).data.status).toBe('DONE')
    for (const { answer } of await bombs) expect(JSON.parse(answer.body).code).toBe('picture_too_big')
    expect([waited < 15_000, performance.now() - began < 30_000]).toEqual([true, true])
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(100)
    const most = decoders.stop()
    expect([most >= leastSeen, most < 300, most]).toEqual([true, true, most])
  },
)

test('a decoder has the memory that its file deserves, and the system keeps it to that [SEC-08]', async () => {
  const grow = (megabytes: number) => {
    const script = `const all = []; for (let i = 0; i < ${megabytes}; i++) all.push(Buffer.alloc(1e6, 1)); console.log(all.length)`
    const bounds = { memoryBytes: 300_000_000 }
    return runTool(process.execPath, ['--jitless', '-e', script], { bounds, timeoutMs: 20_000 })
  }
  await expect(grow(100)).resolves.toBe('100\n')
  await expect(grow(600)).rejects.toThrow(ToolFailure)
  const spin = { bounds: { memoryBytes: 300_000_000, cpuSeconds: 1 }, timeoutMs: 60_000 }
  await expect(runTool(process.execPath, ['-e', 'for (;;);'], spin)).rejects.toThrow(ToolFailure)
})
