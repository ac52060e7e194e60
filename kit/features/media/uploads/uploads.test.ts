import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import type { StoredUpload } from '#kit/request/local-database.ts'
import { FakeBrowser } from '#kit/queue/testing/fake-browser.ts'
import type { Transfer, TransferEvents } from './send-file.ts'
import { openUploads, pngOf } from './testing/upload-tab.ts'
import type { TransferEnd } from './transfer-end.ts'
import { databaseUploads } from './upload-store.ts'
import type { UploadWorld } from './uploads.ts'

type Sending = { upload: StoredUpload; events: TransferEvents; end(how: TransferEnd): void; isStopped: boolean }

let browser: FakeBrowser
let sending: Sending[]
let forgotten: number[]
let userId = 500

beforeEach(() => {
  userId += 1
  settings.userId = userId
  browser = new FakeBrowser(userId)
  sending = []
  forgotten = []
})

/** A transfer that ends when the test says so. */
function send(upload: StoredUpload, _file: Blob, events: TransferEvents): Transfer {
  let finish: (how: TransferEnd) => void = () => {}
  const end = new Promise<TransferEnd>(resolve => {
    finish = resolve
  })
  const one: Sending = { upload, events, end: finish, isStopped: false }
  sending.push(one)
  return {
    end,
    stop() {
      one.isStopped = true
      finish({ kind: 'stopped' })
    },
  }
}

const open = (other: Partial<UploadWorld> = {}) =>
  openUploads(browser, {
    send,
    forget: async id => void forgotten.push(id),
    ...other,
  }).uploads
const rest = () => browser.pause(40)

async function arrive(index: number, mediaId: number) {
  const one = sending[index]
  await one?.events.onMade({ url: `/spa/uploads/${mediaId}`, mediaId })
  one?.end({ kind: 'sent', status: 'UPLOADED' })
  await rest()
}

test('two files go at once, the others after them in the order of choosing [MED-03]', async () => {
  const uploads = open()
  const ids = []
  for (const size of [100, 200, 300, 400]) ids.push(await uploads.start(pngOf(size, size)))
  await rest()
  expect(sending.map(one => one.upload.id)).toEqual(ids.slice(0, 2))
  await arrive(0, 11)
  expect(sending.map(one => one.upload.id)).toEqual(ids.slice(0, 3))
  expect(uploads.view(ids[0] ?? '')).toMatchObject({ state: 'UPLOADED', progress: 1, mediaId: 11 })
})

test('a paused file stays paused after a restart; resumed, it continues where it was [MED-03]', async () => {
  const uploads = open()
  const id = await uploads.start(pngOf(1000))
  await rest()
  await sending[0]?.events.onMade({ url: '/spa/uploads/x', mediaId: 3 })
  await sending[0]?.events.onKept(400)
  sending[0]?.events.onProgress(700)
  expect(uploads.view(id)).toMatchObject({ state: 'NOT_UPLOADED', progress: 0.7, isPaused: false, isWaiting: false })
  await uploads.pause(id)
  await rest()
  expect([sending[0]?.isStopped, uploads.view(id)?.isPaused]).toEqual([true, true])
  const next = open()
  next.wake()
  await rest()
  expect(sending).toHaveLength(1)
  expect(next.view(id)).toMatchObject({ isPaused: true, progress: 0.4 })
  await next.resume([id])
  await rest()
  expect(sending[1]?.upload).toMatchObject({ id, url: '/spa/uploads/x', offset: 400 })
})

test('offline a file waits, and continues when back online [MED-03]', async () => {
  const uploads = open()
  browser.isOffline = true
  const id = await uploads.start(pngOf(1000))
  await rest()
  expect([uploads.view(id)?.isWaiting, sending.length]).toEqual([true, 0])
  browser.isOffline = false
  uploads.hurry()
  await rest()
  expect([uploads.view(id)?.isWaiting, sending.length]).toEqual([false, 1])
})

test('a lost connection is retried after growing pauses, and at once when the network is back', async () => {
  const uploads = open()
  await uploads.start(pngOf(1000))
  for (const [index, ms] of [1000, 2000, 4000].entries()) {
    await rest()
    sending[index]?.end({ kind: 'again' })
    await rest()
    await browser.pass(ms - 1)
    await rest()
    expect(sending).toHaveLength(index + 1)
    await browser.pass(1)
  }
  await rest()
  sending[3]?.end({ kind: 'again' })
  await rest()
  uploads.hurry()
  await rest()
  expect(sending).toHaveLength(5)
})

test('a cancelled file stops and is gone, here, in other tabs and on the server [MED-03]', async () => {
  const [first, second] = [open(), open()]
  const id = await first.start(pngOf(1000))
  await rest()
  await sending[0]?.events.onMade({ url: '/spa/uploads/x', mediaId: 9 })
  await rest()
  expect(second.view(id)?.mediaId).toBe(9)
  await second.cancel(id)
  await rest()
  expect([first.view(id), second.view(id), sending[0]?.isStopped, forgotten]).toEqual([undefined, undefined, true, [9]])
  expect([await databaseUploads.list(userId), await databaseUploads.file(id)]).toEqual([[], undefined])
})

test('one tab sends, the others show its progress and can pause it [MED-03]', async () => {
  const [first, second] = [open(), open()]
  const id = await second.start(pngOf(1000))
  first.wake()
  await rest()
  expect(sending).toHaveLength(1)
  sending[0]?.events.onProgress(500)
  await rest()
  expect([first.view(id)?.progress, second.view(id)?.progress]).toEqual([0.5, 0.5])
  await first.pause(id)
  await rest()
  expect([sending[0]?.isStopped, second.view(id)?.isPaused]).toEqual([true, true])
})

test.each([
  ['a text', new File(['hello'], 'photo.png', { type: 'image/png' }), 'not_photo_or_video'],
  ['a page', new File(['<html>'], 'video.mp4', { type: 'video/mp4' }), 'not_photo_or_video'],
  ['what is empty', new File([], 'photo.jpg', { type: 'image/jpeg' }), 'not_photo_or_video'],
  ['what is too large', pngOf(2001), 'file_too_large'],
])('%s is refused before anything is sent, by its bytes [CHT-07]', async (_what, file, code) => {
  const uploads = open({ limit: () => 2000 })
  const id = await uploads.start(file)
  await rest()
  expect(uploads.view(id)).toMatchObject({ state: 'FAIL', failure: { code }, canRetry: false, name: file.name })
  expect(sending).toEqual([])
  expect(await uploads.outcome([id])).toMatchObject({ kind: 'failed', code })
})

test('a full device says so, and the file can be retried when there is space [ERR-06]', async () => {
  let isFull = true
  const store = {
    ...databaseUploads,
    add: (upload: StoredUpload, file: Blob | undefined) =>
      isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : databaseUploads.add(upload, file),
  }
  const uploads = open({ store })
  const id = await uploads.start(pngOf(1000))
  expect(uploads.view(id)).toMatchObject({ state: 'FAIL', failure: { code: 'no_space' }, canRetry: true })
  isFull = false
  await uploads.retry([id])
  await rest()
  expect([uploads.view(id)?.failure, sending.length]).toEqual([undefined, 1])
})

test('a paused file goes on once a write waits for it, from where it was', async () => {
  const uploads = open()
  const id = await uploads.start(pngOf(1000))
  await rest()
  await sending[0]?.events.onMade({ url: '/spa/uploads/x', mediaId: 3 })
  await sending[0]?.events.onKept(400)
  await uploads.pause(id)
  await rest()
  await uploads.resume([id, 'unknown'])
  await rest()
  expect([uploads.view(id)?.isPaused, sending[1]?.upload.offset]).toEqual([false, 400])
})

test('a file that the server no longer has is sent again from its beginning, as another', async () => {
  const uploads = open()
  const id = await uploads.start(pngOf(1000))
  await rest()
  await arrive(0, 4)
  await uploads.refused([id])
  expect(uploads.view(id)).toMatchObject({ state: 'FAIL', canRetry: true })
  expect(await uploads.outcome([id])).toMatchObject({ kind: 'failed', code: 'upload_failed' })
  await uploads.retry([id])
  await rest()
  expect(sending[1]?.upload).toMatchObject({ id, attempt: 1, offset: 0 })
  for (const gone of ['url', 'mediaId']) expect(sending[1]?.upload).not.toHaveProperty(gone)
  await arrive(1, 5)
  expect(await uploads.outcome([id])).toEqual({ kind: 'ready', fileIds: [5] })
})

test('a file’s conversion result is reported, also to a waiting write [MED-04]', async () => {
  const uploads = open()
  const heard = vi.fn()
  uploads.onSettled(heard)
  const id = await uploads.start(pngOf(1000))
  await rest()
  expect(await uploads.outcome([id])).toEqual({ kind: 'waiting' })
  await arrive(0, 4)
  expect(heard).toHaveBeenCalled()
  expect(await uploads.outcome([id])).toEqual({ kind: 'ready', fileIds: [4] })
  await uploads.converted(id, 'FAIL', 'file_broken')
  expect(uploads.view(id)).toMatchObject({ state: 'FAIL', failure: { code: 'file_broken' } })
  expect(await uploads.outcome([id, 'unknown'])).toMatchObject({ kind: 'failed' })
})
