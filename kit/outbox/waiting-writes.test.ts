import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import type { WaitingWrite } from '#kit/request/local-database.ts'
import { send } from '#kit/request/request.ts'
import type { RequestError } from '#kit/request/request-errors.ts'
import { Outbox, type OutboxWorld } from './waiting-writes.ts'
import { retryDelay } from './write-view.ts'

type Got = { url: string; key: string; body: unknown }

let server: Server
let got: Got[] = []
let statuses: number[] = []
let rows: WaitingWrite[] = []
let timers: { ms: number; then: () => void }[] = []
let isOffline = false
let nextKey = 0
let now = 1000
let tabs: Outbox[] = []
const held = new Map<string, Promise<void>>()

beforeEach(async () => {
  got = []
  statuses = []
  rows = []
  timers = []
  isOffline = false
  nextKey = 0
  now = 1000
  tabs = []
  held.clear()
  server = createServer(async (incoming, answer) => {
    let text = ''
    for await (const part of incoming) text += part
    const status = statuses.shift() ?? 200
    const url = new URL(incoming.url ?? '', 'http://x').pathname
    got.push({ url, key: String(incoming.headers['idempotency-key']), body: JSON.parse(text) })
    if (status === 0) return incoming.socket.destroy()
    answer.writeHead(status, { 'content-type': 'application/json', ...(status === 503 && { 'retry-after': '7' }) })
    answer.end(JSON.stringify(status < 400 ? { day_status_id: got.length } : { code: 'no', message: 'No' }))
  }).listen(0)
  await new Promise(resolve => server.once('listening', resolve))
  settings.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  settings.userId = 1
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** An outbox as one tab has it; tabs share rows and the lock. */
function tab(): Outbox {
  const world: OutboxWorld = {
    store: {
      list: async userId => rows.filter(row => row.userId === userId).map(row => structuredClone(row)),
      add: async write => {
        const id = (rows.at(-1)?.id ?? 0) + 1
        rows.push({ ...structuredClone(write), id })
        return id
      },
      change: async (id, next) => {
        const index = rows.findIndex(row => row.id === id)
        const row = rows[index]
        const changed = row && next(structuredClone(row))
        if (changed) rows[index] = structuredClone(changed)
        return changed
      },
      remove: async ({ id }) => {
        rows = rows.filter(row => row.id !== id)
      },
    },
    send: async ({ call, input, idempotencyKey }) => (await send(call, { ...input, idempotencyKey })).data,
    exclusive: (lane, work) => {
      const done = (held.get(lane) ?? Promise.resolve()).then(work)
      held.set(lane, done)
      return done
    },
    later: (ms, then) => {
      const timer = { ms, then }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
    userId: () => settings.userId,
    isOffline: () => isOffline,
    announce: news => {
      for (const other of tabs) if (other !== outbox) other.hear(structuredClone(news))
    },
    attachments: () => Promise.reject(new Error('No uploads here')),
    newKey: () => `key-${++nextKey}`,
    now: () => now,
    random: () => 0.5,
  }
  const outbox = new Outbox(world)
  tabs.push(outbox)
  return outbox
}

const watch = (seconds: number) => ['POST /save-lesson-stat', { body: { viewed_seconds: seconds } }] as const

test('a write made online is sent at once and answers its data [REQ-01]', async () => {
  const outbox = tab()
  expect(await outbox.enqueue(...watch(5))).toEqual({ isSent: true, data: { day_status_id: 1 } })
  expect(got).toEqual([{ url: '/spa/api/v1/save-lesson-stat', key: 'key-1', body: { viewed_seconds: 5 } }])
  expect(rows).toEqual([])
})

test('writes made offline wait and are sent once, in order, when the network is back', async () => {
  const outbox = tab()
  isOffline = true
  for (const seconds of [1, 2, 3]) expect(await outbox.enqueue(...watch(seconds))).toEqual({ isSent: false })
  expect(got).toEqual([])
  expect(outbox.waiting()).toBe(3)
  isOffline = false
  const late: number[] = []
  outbox.onSentLate(write => late.push(write.id))
  await Promise.all([outbox.drain(), outbox.drain()])
  expect(got.map(one => one.body)).toEqual([1, 2, 3].map(viewed_seconds => ({ viewed_seconds })))
  expect(got.map(one => one.key)).toEqual(['key-1', 'key-2', 'key-3'])
  expect([outbox.waiting(), late]).toEqual([0, [1, 2, 3]])
})

test('a cut connection leaves the write, and the try after it carries the same key', async () => {
  const outbox = tab()
  statuses = [0]
  expect(await outbox.enqueue(...watch(5))).toEqual({ isSent: false })
  expect(rows).toHaveLength(1)
  expect(timers.map(timer => timer.ms)).toEqual([2000])
  timers[0]?.then()
  await outbox.drain()
  expect(got.map(one => one.key)).toEqual(['key-1', 'key-1'])
  expect(rows).toEqual([])
})

test('429 and 5xx are tried again later, and the server’s Retry-After is kept', async () => {
  const outbox = tab()
  statuses = [503, 429, 500]
  await outbox.enqueue(...watch(5))
  expect(timers.at(-1)?.ms).toBe(7125)
  await outbox.drain()
  expect([got.length, timers.at(-1)?.ms]).toEqual([1, 7125])
  now += 7125
  await outbox.drain()
  now += 4000
  await outbox.drain()
  expect(timers.map(timer => timer.ms)).toEqual([8000])
  expect(rows).toHaveLength(1)
  now += 8000
  await outbox.drain()
  expect([rows, timers]).toEqual([[], []])
})

test('the back-off doubles from 2 seconds to 5 minutes', () => {
  expect([1, 2, 3, 8, 9, 40].map(failures => retryDelay(failures, undefined))).toEqual([
    2000, 4000, 8000, 256_000, 300_000, 300_000,
  ])
})

test('a refused write is thrown to its waiting caller and the next ones follow', async () => {
  const outbox = tab()
  isOffline = true
  await outbox.enqueue(...watch(1))
  isOffline = false
  statuses = [409, 422]
  const dropped: string[] = []
  outbox.onDropped(({ write, error }) => dropped.push(`${write.id} ${error.status} ${error.reason}`))
  await expect(outbox.enqueue(...watch(2))).rejects.toMatchObject({
    status: 422,
    code: 'no',
  } satisfies Partial<RequestError>)
  expect(dropped).toEqual(['1 409 No'])
  expect(rows).toEqual([])
})

test('a lost session keeps the write for the next sign-in of the same user [ACC-20]', async () => {
  const outbox = tab()
  statuses = [401]
  expect(await outbox.enqueue(...watch(5))).toEqual({ isSent: false })
  settings.userId = 2
  await outbox.drain()
  expect([got.length, rows.length]).toEqual([1, 1])
  settings.userId = 1
  await outbox.drain()
  expect([got.length, rows.length]).toEqual([2, 0])
})

test('two tabs that wake at once send each write once', async () => {
  const [first, second] = [tab(), tab()]
  isOffline = true
  for (const seconds of [1, 2, 3, 4]) await first.enqueue(...watch(seconds))
  isOffline = false
  await Promise.all([first.drain(), second.drain(), second.enqueue(...watch(5))])
  expect(got.map(one => one.key)).toEqual(['key-1', 'key-2', 'key-3', 'key-4', 'key-5'])
})

test('a write made while others are being sent is not left behind', async () => {
  const outbox = tab()
  const all = [1, 2, 3, 4, 5, 6].map(seconds => outbox.enqueue(...watch(seconds)))
  expect((await Promise.all(all)).map(answer => answer.isSent)).toEqual(Array(6).fill(true))
  expect(got.map(one => one.body)).toEqual([1, 2, 3, 4, 5, 6].map(viewed_seconds => ({ viewed_seconds })))
})

test('nothing is taken without a user', async () => {
  settings.userId = null
  await expect(tab().enqueue(...watch(1))).rejects.toThrow('A write needs a signed-in user')
})
