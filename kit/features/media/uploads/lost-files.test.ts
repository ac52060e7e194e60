import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FakeBrowser } from '#kit/queue/testing/fake-browser.ts'
import { settings } from '#kit/request/connection.ts'
import { UploadServer } from './testing/upload-server.ts'
import { openUploads, pngOf } from './testing/upload-tab.ts'
import { databaseUploads, type UploadStore } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

let server: UploadServer
let browser: FakeBrowser
const userId = 900
const chunk = 1024 * 1024

beforeAll(async () => {
  server = await UploadServer.start()
})
afterAll(() => server.close())
beforeEach(() => {
  server.seen.length = 0
  browser = new FakeBrowser(userId)
  Object.assign(settings, { origin: server.origin, userId, token: 'secret', appId: 'kurso', language: 'en' })
})

/** A device whose room is taken: it keeps what it knows of an upload, and no file. */
const fullStore: UploadStore = {
  ...databaseUploads,
  add: (upload, file) =>
    file ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : databaseUploads.add(upload, undefined),
}

async function until(uploads: Uploads, id: string, state: 'UPLOADED' | 'FAIL') {
  await vi.waitFor(
    async () => {
      await browser.pass(60_000)
      expect(uploads.view(id)?.state).toBe(state)
    },
    { timeout: 30_000, interval: 5 },
  )
}

const copyOf = (file: File) => new File([file], file.name, { type: file.type, lastModified: file.lastModified })

test('a film that the device has no room for goes on after a reload when the same file is chosen again [MED-03]', async () => {
  const first = openUploads(browser, { store: fullStore })
  const film = pngOf(6 * chunk, 3)
  const id = await first.uploads.start(film, 'library', { goal: 'a place' })
  const parts = () => server.seen.filter(({ method }) => method === 'PATCH').length
  await vi.waitFor(() => expect(parts()).toBeGreaterThan(2), { timeout: 30_000, interval: 5 })
  first.tab.kill()
  first.uploads.pause(id).catch(() => {})
  const second = openUploads(browser, { store: fullStore })
  second.uploads.wake()
  await until(second.uploads, id, 'FAIL')
  expect(second.uploads.view(id)).toMatchObject({ failure: { code: 'file_needed' }, canRetry: false, goal: 'a place' })

  const before = server.seen.length
  expect(await second.uploads.start(pngOf(6 * chunk, 3), 'library')).not.toBe(id)
  expect(await second.uploads.start(copyOf(film), 'library')).toBe(id)
  await until(second.uploads, id, 'UPLOADED')
  const [row] = (await databaseUploads.list(userId)).filter(one => one.id === id)
  const sent = createHash('sha256').update(await server.content(row?.url ?? ''))
  const whole = createHash('sha256').update(new Uint8Array(await film.arrayBuffer()))
  expect(sent.digest('hex')).toBe(whole.digest('hex'))
  const creations = server.seen.filter(({ method, key }) => method === 'POST' && key.startsWith(id))
  expect(creations).toHaveLength(1)
  const own = server.seen.slice(before).filter(({ url }) => url === row?.url)
  expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5 * chunk)
})

test('a photo of a learner that the device has no room for is refused, as before [MED-03]', async () => {
  const { uploads } = openUploads(browser, { store: fullStore })
  const id = await uploads.start(pngOf(1000))
  expect(uploads.view(id)).toMatchObject({ state: 'FAIL', failure: { code: 'no_space' } })
})
