import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { FakeBrowser } from '#kit/queue/testing/fake-browser.ts'
import { UploadServer } from './testing/upload-server.ts'
import { openUploads, pngOf } from './testing/upload-tab.ts'
import { databaseUploads } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

let server: UploadServer
let browser: FakeBrowser
let userId = 700
const chunk = 1024 * 1024

beforeAll(async () => {
  server = await UploadServer.start()
})
afterAll(() => server.close())
beforeEach(() => {
  userId += 1
  server.seen.length = 0
  browser = new FakeBrowser(userId)
  Object.assign(settings, { origin: server.origin, userId, token: 'secret', appId: 'kurso', language: 'ru' })
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const storedUpload = async (id: string) => (await databaseUploads.list(userId)).find(one => one.id === id)

/** Advances time until the upload reaches the state. */
async function until(uploads: Uploads, id: string, state: 'UPLOADED' | 'FAIL') {
  await vi.waitFor(
    async () => {
      await browser.pass(60_000)
      expect(uploads.view(id)?.state).toBe(state)
    },
    { timeout: 30_000, interval: 5 },
  )
}

test('a file goes to the server once, under its owner’s session, and is known by its media id [MED-03]', async () => {
  const { uploads } = openUploads(browser)
  const file = pngOf(300_000)
  const id = await uploads.start(file)
  await until(uploads, id, 'UPLOADED')
  const [made] = server.seen
  expect(made).toMatchObject({ method: 'POST', url: '/spa/uploads', key: `${id}-0`, authorization: 'Bearer secret' })
  expect(uploads.view(id)).toMatchObject({
    progress: 1,
    type: 'image/png',
    mediaId: server.made.get(`${id}-0`),
  })
  expect(await uploads.outcome([id])).toEqual({ kind: 'ready', fileIds: [uploads.view(id)?.mediaId] })
  const url = (await storedUpload(id))?.url ?? ''
  expect(hash(await server.content(url))).toBe(hash(new Uint8Array(await file.arrayBuffer())))
})

test('a file cut 50 times at random arrives whole, and each cut repeats at most one chunk [MED-03]', async () => {
  const { uploads } = openUploads(browser)
  const file = pngOf(14 * chunk + 12_345, 7)
  server.trouble.cuts = Array.from({ length: 50 }, () => Math.floor(browser.random() * chunk))
  const id = await uploads.start(file)
  await until(uploads, id, 'UPLOADED')
  expect(server.trouble.cuts).toEqual([])
  const url = (await storedUpload(id))?.url ?? ''
  expect(hash(await server.content(url))).toBe(hash(new Uint8Array(await file.arrayBuffer())))
  const patches = server.seen.filter(one => one.method === 'PATCH')
  const sentBytes = patches.reduce((sum, one) => sum + one.bytes, 0)
  expect(Math.max(...patches.map(one => one.bytes))).toBeLessThanOrEqual(chunk)
  expect(sentBytes - file.size).toBeLessThanOrEqual(50 * chunk)
  expect(server.seen.filter(one => one.method === 'POST')).toHaveLength(1)
})

test('an upload interrupted by closing the tab resumes at the server’s offset, as one upload [MED-03]', async () => {
  const first = openUploads(browser)
  const file = pngOf(5 * chunk, 3)
  const id = await first.uploads.start(file)
  await vi.waitFor(() => expect(server.seen.filter(one => one.method === 'PATCH').length).toBeGreaterThan(1))
  first.tab.kill()
  first.uploads.pause(id).catch(() => {})
  const second = openUploads(browser)
  second.uploads.wake()
  await until(second.uploads, id, 'UPLOADED')
  const url = (await storedUpload(id))?.url ?? ''
  expect(hash(await server.content(url))).toBe(hash(new Uint8Array(await file.arrayBuffer())))
  expect(server.seen.filter(one => one.method === 'POST')).toHaveLength(1)
})

test('a creation whose answer was lost is not repeated [MED-03][REL-02]', async () => {
  const { uploads } = openUploads(browser)
  server.trouble.unheard = 1
  const id = await uploads.start(pngOf(50_000, 4))
  await until(uploads, id, 'UPLOADED')
  const creations = server.seen.filter(one => one.method === 'POST')
  expect(creations.map(one => one.key)).toEqual([`${id}-0`, `${id}-0`])
  expect(uploads.view(id)?.mediaId).toBe(server.made.get(`${id}-0`))
})

test('a refusal by the server ends it with the server’s text; a retry starts over [MED-03]', async () => {
  const { uploads } = openUploads(browser)
  server.trouble.answers = [{ status: 413, body: { code: 'file_too_large', message: 'Файл слишком большой' } }]
  const id = await uploads.start(pngOf(5000, 5))
  await until(uploads, id, 'FAIL')
  expect(uploads.view(id)).toMatchObject({
    failure: { code: 'file_too_large', message: 'Файл слишком большой' },
    canRetry: false,
  })
  expect(await uploads.outcome([id])).toMatchObject({ kind: 'failed', code: 'file_too_large' })
  await uploads.retry([id])
  await until(uploads, id, 'UPLOADED')
  expect(server.seen.at(1)?.key).toBe(`${id}-1`)
})

test('server errors are waited out, and an upload the server has lost starts over [MED-03]', async () => {
  const { uploads } = openUploads(browser)
  server.trouble.answers = [{ status: 503 }, { status: 429, headers: { 'retry-after': '2' } }]
  server.trouble.isBusy = true
  const id = await uploads.start(pngOf(2 * chunk, 6))
  await vi.waitFor(async () => {
    await browser.pass(60_000)
    expect((await storedUpload(id))?.url).toBeDefined()
  })
  await uploads.pause(id)
  await browser.pause(40)
  await databaseUploads.change(id, upload => ({ ...upload, url: '/spa/uploads/gone' }))
  server.trouble.isBusy = false
  await uploads.resume([id])
  await until(uploads, id, 'UPLOADED')
  expect(server.seen.filter(one => one.method === 'POST').at(-1)?.key).toBe(`${id}-1`)
})

test('nothing is sent under another’s session [SEC-02]', async () => {
  const { uploads } = openUploads(browser)
  browser.isOffline = true
  const id = await uploads.start(pngOf(5000, 8))
  settings.userId = userId + 1000
  browser.isOffline = false
  uploads.hurry()
  await browser.pause(50)
  expect(server.seen).toEqual([])
  settings.userId = userId
  uploads.hurry()
  await until(uploads, id, 'UPLOADED')
})
