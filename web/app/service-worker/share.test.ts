import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeShared } from './share.ts'
import { forgetOldShared, forgetShared, keepShared, readShared } from '#web/platform/device/shared-files.ts'

const now = Date.UTC(2026, 10, 28)
const day = 86_400_000
let stores = new Map<string, Map<string, Response>>()
let room = Number.POSITIVE_INFINITY

beforeEach(() => {
  stores = new Map()
  room = Number.POSITIVE_INFINITY
  vi.stubGlobal('location', { origin: 'https://school.test', href: 'https://school.test/' })
  vi.stubGlobal('caches', {
    async open(name: string) {
      const kept = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, kept)
      return {
        match: async (key: string) => kept.get(key)?.clone(),
        async put(key: string, answer: Response) {
          const { byteLength } = await answer.clone().arrayBuffer()
          if (byteLength > room) throw new DOMException('full', 'QuotaExceededError')
          room -= byteLength
          kept.set(key, answer)
        },
      }
    },
    match: async (key: string, { cacheName }: { cacheName: string }) => stores.get(cacheName)?.get(key)?.clone(),
    delete: async (name: string) => stores.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

const photo = (name: string, content = name) => new File([content], name, { type: 'image/png' })
const namesOf = async (at = now) => (await readShared(at))?.files.map(({ name, type, size }) => [name, type, size])

test('what was shared waits with its names and types until it is forgotten', async () => {
  await keepShared([photo('a.png'), photo('b.png', 'longer')], now)
  expect(await namesOf()).toEqual([
    ['a.png', 'image/png', 5],
    ['b.png', 'image/png', 6],
  ])
  await forgetShared()
  expect(await readShared(now)).toBeUndefined()
})

test('what is shared next takes its place, and after a day nothing is left', async () => {
  await keepShared([photo('a.png'), photo('b.png')], now)
  await keepShared([photo('c.png')], now)
  expect(await namesOf()).toEqual([['c.png', 'image/png', 5]])
  expect(await namesOf(now + day)).toHaveLength(1)
  expect(await readShared(now + day + 1)).toBeUndefined()
  expect(stores.size).toBe(0)
})

test('what nobody has fetched within a day goes without being looked for', async () => {
  await keepShared([photo('a.png')], now)
  await forgetOldShared(now + day)
  expect(await namesOf()).toHaveLength(1)
  await forgetOldShared(now + day + 1)
  expect(stores.size).toBe(0)
  await forgetOldShared(now)
  expect(stores.size).toBe(0)
})

test('a device without room says so, and keeps no half of it', async () => {
  room = 100
  await keepShared([photo('a.png'), photo('b.png', 'x'.repeat(200))], now)
  expect(await readShared(now)).toEqual({ files: [], hasNoRoom: true })
})

/** Where the worker leads whoever shares. */
async function takenTo(init: RequestInit) {
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url, status) => new Response(null, { status: status ?? 302, headers: { location: String(url) } }),
  )
  const answer = await takeShared(new Request('https://school.test/share', { method: 'POST', ...init }))
  return [answer.status, answer.headers.get('location')]
}

test('of a form that was cut off nothing has arrived, also where something waited before', async () => {
  await keepShared([photo('a.png')], Date.now())
  const body = '--cut\r\nContent-Disposition: form-data; name="files"; filename="b.png"\r\n\r\nhal'
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  expect(await takenTo({ body, headers })).toEqual([303, '/share'])
  expect(await readShared(Date.now())).toEqual({ files: [], hasNoRoom: false })
})

test('a device that keeps nothing at all leads to that screen as well', async () => {
  vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('broken', 'UnknownError')) })
  expect(await takenTo({ body: new FormData() })).toEqual([303, '/share'])
})

test('the worker keeps the files of the form and leads to the screen that asks where they go', async () => {
  const form = new FormData()
  form.append('files', photo('a.png'))
  form.append('text', 'words beside it')
  form.append('files', photo('b.mp4'))
  expect(await takenTo({ body: form })).toEqual([303, '/share'])
  expect((await readShared(Date.now()))?.files.map(({ name }) => name)).toEqual(['a.png', 'b.mp4'])
})
