import 'fake-indexeddb/auto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { keepSettings } from './device/settings.ts'
import type { DownloadRequest } from './requests.ts'

const day: DownloadRequest = { streamId: 3, dayId: 7, quality: 'full', isAutomatic: true }
const manifest = {
  stream_id: 3,
  course_id: 1,
  course_title: 'Course',
  days: [{ id: 7, day_number: 1, title: 'Day', is_finished: false }],
  items: [
    { id: 5, kind: 'video', title: 'Film', day_ids: [7], lesson_ids: [9], state: 'preparing', files: [] as object[] },
  ],
}

let server: Server
let answerList: (answer: ServerResponse) => unknown
let asked = 0
const stored = new Map<string, string>()

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    if (!incoming.url?.includes('/downloads')) return answer.end('[{"id":3,"status":"open"}]')
    asked += 1
    return answerList(answer)
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  settings.origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

beforeEach(async () => {
  vi.resetModules()
  stored.clear()
  asked = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('cookieStore', {})
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: {}, locks: {}, storage: { getDirectory: () => {} } })
  await keepSettings(1, { budget: 1, automaticDays: 1, quality: 'full' })
})

/** The page of somebody who is signed in. */
async function opened() {
  const { settings: own } = await import('#kit/request/connection.ts')
  Object.assign(own, { origin: settings.origin, token: 'token', userId: 1 })
  const [sync, leaving, requests] = await Promise.all([
    import('./sync.ts'),
    import('./leave-downloads.tsx'),
    import('./requests.ts'),
  ])
  return { ...sync, ...leaving, ...requests }
}

test('nobody waits for films that are being measured before they can leave [OFF-12, ACC-18]', {
  timeout: 30_000,
}, async () => {
  answerList = answer => answer.end(JSON.stringify(manifest))
  const { syncDownloads, leaveDownloads } = await opened()
  void syncDownloads()
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1), 20_000)
  const began = Date.now()
  await leaveDownloads()
  expect(Date.now() - began).toBeLessThan(3000)
})

test('a list that arrives while somebody leaves brings nothing back of what was removed [OFF-05, OFF-12]', async () => {
  let held: ServerResponse | undefined
  answerList = answer => (held = answer)
  const { syncDownloads, leaveDownloads, readRequests } = await opened()
  const syncing = syncDownloads()
  await vi.waitFor(() => expect(held).toBeDefined())
  const leaving = leaveDownloads(1)
  await new Promise(resolve => setTimeout(resolve, 100))
  answerList = answer => answer.end(JSON.stringify({ ...manifest, items: [] }))
  answerList(held as unknown as ServerResponse)
  await Promise.all([leaving, syncing])
  expect(readRequests(1)).toEqual([])
})

test('what another tab has sealed stays so, unless another session has begun since', async () => {
  answerList = answer => answer.end(JSON.stringify({ ...manifest, items: [] }))
  const { syncDownloads, sealDownloads } = await opened()
  const { holderOf, holdFor } = await import('./device/leases.ts')
  await syncDownloads()
  expect(await holderOf('token')).toBe(1)
  await holdFor(2, 'another session')
  await sealDownloads('token')
  expect(await holderOf('another session')).toBe(2)
  await holdFor(1, 'token')
  await sealDownloads('token')
  expect(await holderOf('token')).toBeUndefined()
})

test('days that come by themselves are still wanted after the school could not be asked [OFF-11]', async () => {
  answerList = answer => answer.destroy()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { syncDownloads, keepRequests, readRequests } = await opened()
  keepRequests(1, [day])
  await syncDownloads()
  expect(warn.mock.calls).toMatchObject([['Downloads could not be brought up to date', { name: 'NetworkError' }]])
  expect(asked).toBe(1)
  expect(readRequests(1)).toEqual([day])
})

test('what is here of a school that has given downloads up goes, and is wanted no more [OFF-05, OFF-06]', async () => {
  const getDirectory = () => Promise.reject(new DOMException('', 'NotFoundError'))
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: {}, locks: {}, storage: { getDirectory } })
  answerList = answer => answer.writeHead(403).end(JSON.stringify({ code: 'downloads_off', message: '' }))
  const { syncDownloads, keepRequests, readRequests } = await opened()
  const { addFiles, filesOf } = await import('./device/records.ts')
  const { filesOfRequest } = await import('./files-of-request.ts')
  const film = { purpose: 'full', url: '/media/a/video.mp4', bytes: 9, hashes: ['00'] }
  const ready = { ...manifest, items: manifest.items.map(item => ({ ...item, state: 'ready', files: [film] })) }
  await addFiles(filesOfRequest({ userId: 1, manifest: ready as never, request: day, now: 0 }), true)
  keepRequests(1, [{ ...day, wasHere: true }])
  expect(await filesOf(1)).toHaveLength(1)
  await syncDownloads()
  expect([await filesOf(1), readRequests(1)]).toEqual([[], []])
})
