import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import type { KeptQuery } from '#kit/request/local-database.ts'
import { keepQueries, type QueryStore, restoreQueries } from './kept-queries.ts'
import { createQueryClient } from './query-client.ts'

let rows = new Map<string, KeptQuery>()
const store: QueryStore = {
  all: async () => [...rows.values()].map(row => structuredClone(row)),
  put: async query => rows.set(query.hash, structuredClone(query)),
  remove: async hash => rows.delete(hash),
}

beforeEach(() => {
  rows = new Map()
  settings.userId = 4
})

async function visit(read: (client: ReturnType<typeof createQueryClient>) => Promise<unknown>) {
  const client = createQueryClient()
  const stop = keepQueries(client, store)
  await read(client)
  await new Promise(resolve => setTimeout(resolve, 600))
  stop()
  client.clear()
}

test('answers are there after a restart, for the same user only [REQ-06]', async () => {
  await visit(client => client.fetchQuery({ queryKey: ['GET /user', {}], queryFn: async () => ({ id: 4 }) }))
  const next = createQueryClient()
  await restoreQueries(next, 4, store)
  expect(next.getQueryData(['GET /user', {}])).toEqual({ id: 4 })
  const other = createQueryClient()
  await restoreQueries(other, 5, store)
  expect(other.getQueryData(['GET /user', {}])).toBeUndefined()
  await vi.waitFor(() => expect(rows.size).toBe(0))
})

test('answers read just before the page is left are stored too [REQ-03]', async () => {
  const client = createQueryClient()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const stop = keepQueries(client, store)
  await client.fetchQuery({ queryKey: ['GET /user', {}], queryFn: async () => ({ id: 4 }) })
  expect(rows.size).toBe(0)
  page.dispatchEvent(new Event('pagehide'))
  expect([...rows.values()].map(row => row.data)).toEqual([{ id: 4 }])
  stop()
  client.clear()
  vi.unstubAllGlobals()
})

test('answers that come before the user is known are stored once that is, without another one [REQ-03]', async () => {
  settings.userId = null
  await visit(async client => {
    await client.fetchQuery({ queryKey: ['GET /user', {}], queryFn: async () => ({ id: 4 }) })
    await new Promise(resolve => setTimeout(resolve, 600))
    settings.userId = 4
  })
  expect([...rows.values()].map(row => [row.userId, row.data])).toEqual([[4, { id: 4 }]])
})

test('what is read while the device is still being asked is stored; what it gives is not stored once more [REQ-03]', async () => {
  await visit(client => client.fetchQuery({ queryKey: ['GET /chats', {}], queryFn: async () => [1] }))
  const put = vi.fn(store.put)
  const client = createQueryClient()
  const stop = keepQueries(client, { ...store, put })
  const restored = restoreQueries(client, 4, store)
  await client.fetchQuery({ queryKey: ['GET /user', {}], queryFn: async () => ({ id: 4 }) })
  await restored
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce())
  stop()
  expect([...rows.values()].map(row => row.data)).toEqual([[1], { id: 4 }])
})

test('an answer older than a day is forgotten, a newer one in the cache wins [REQ-03]', async () => {
  const row = (key: string, age: number): KeptQuery => ({
    hash: key,
    userId: 4,
    language: 'en',
    key: [key],
    data: age,
    updatedAt: Date.now() - age,
  })
  for (const one of [row('old', 86_400_001), row('new', 86_000_000), row('read', 5000)]) rows.set(one.hash, one)
  const client = createQueryClient()
  client.setQueryData(['read'], 'fresh')
  await restoreQueries(client, 4, store)
  expect(['old', 'new', 'read'].map(key => client.getQueryData([key]))).toEqual([undefined, 86_000_000, 'fresh'])
  expect([...rows.keys()]).toEqual(['new', 'read'])
})

test('answers in another language are shown and refetched [LNG-02]', async () => {
  settings.language = 'en'
  await visit(client => client.fetchQuery({ queryKey: ['course'], queryFn: async () => 'Course' }))
  for (const [language, count] of [
    ['en', 0],
    ['ru', 1],
  ] as const) {
    settings.language = language
    const next = createQueryClient()
    await restoreQueries(next, 4, store)
    expect(next.getQueryData(['course'])).toBe('Course')
    const read = vi.fn(async () => 'Курс')
    await next.fetchQuery({ queryKey: ['course'], queryFn: read })
    expect(read).toHaveBeenCalledTimes(count)
  }
  settings.language = 'en'
})

test('what was made stale and not read again is shown after a restart, and read again at once; even after another restart [REQ-03]', async () => {
  const queryKey = ['GET /user-course-streams', {}]
  await visit(async client => {
    await client.fetchQuery({ queryKey, queryFn: async () => [] })
    // As the menu does, which shows what is known and asks for nothing: then nothing reads it again.
    const end = new QueryObserver(client, { queryKey, enabled: false }).subscribe(() => {})
    await client.invalidateQueries({ queryKey, refetchType: 'all' })
    end()
  })
  await visit(async client => {
    await restoreQueries(client, 4, store)
    expect(client.getQueryData(queryKey)).toEqual([])
    await client.invalidateQueries({ queryKey })
  })
  const next = createQueryClient()
  await restoreQueries(next, 4, store)
  expect(next.getQueryData(queryKey)).toEqual([])
  expect(await next.fetchQuery({ queryKey, queryFn: async () => [7] })).toEqual([7])
})

test('what was made stale and read again is fresh after a restart [REQ-03]', async () => {
  const queryKey = ['GET /chats', {}]
  await visit(async client => {
    await client.fetchQuery({ queryKey, queryFn: async () => [1] })
    await client.invalidateQueries({ queryKey, refetchType: 'all' })
    // Without an answer there is nothing to keep.
    await client.fetchQuery({ queryKey: ['GET /user'], queryFn: () => Promise.reject(new Error('no')) }).catch(() => {})
    await client.invalidateQueries({ queryKey: ['GET /user'], refetchType: 'none' })
  })
  expect([...rows.keys()]).toHaveLength(1)
  const next = createQueryClient()
  await restoreQueries(next, 4, store)
  const read = vi.fn(async () => [2])
  expect(await next.fetchQuery({ queryKey, queryFn: read })).toEqual([1])
  expect(read).not.toHaveBeenCalled()
})

test('data changed by hand is stored at once, since the tab may be closed a moment later [PRG-05]', async () => {
  const client = createQueryClient()
  const stop = keepQueries(client, store)
  client.setQueryData(['status'], 'done')
  await Promise.resolve()
  stop()
  expect([...rows.values()].map(row => row.data)).toEqual(['done'])
})

test('failures, queries that ask not to be kept, and reads without a user are not stored', async () => {
  await visit(async client => {
    await client
      .fetchQuery({ queryKey: ['bad'], queryFn: () => Promise.reject(new Error('no')), retry: false })
      .catch(() => {})
    await client.fetchQuery({ queryKey: ['secret'], queryFn: async () => 1, meta: { isKept: false } })
    settings.userId = null
    await client.fetchQuery({ queryKey: ['nobody'], queryFn: async () => 1 })
  })
  expect([...rows.keys()]).toEqual([])
})

test('a device without storage starts empty, without an error', async () => {
  const broken: QueryStore = { ...store, all: () => Promise.reject(new Error('no storage')) }
  await expect(restoreQueries(createQueryClient(), 4, broken)).resolves.toBeUndefined()
})
