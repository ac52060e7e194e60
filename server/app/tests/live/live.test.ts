import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldEvents, listEvents } from '#server/platform/live/queries.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { connectLive, type LiveClient, originOf } from '../../testing/live-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { faultOf, testNews } from '../../testing/told-live.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let origin = ''
const open: LiveClient[] = []

beforeAll(async () => {
  app = await startTestApp()
  origin = await originOf(app.server)
})
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  await app.close()
})

async function connect(person: TestClient, rooms: Record<string, number | null>): Promise<LiveClient> {
  const client = await connectLive(origin, person.token, rooms)
  open.push(client)
  await expect.poll(() => client.of('welcome')).toHaveLength(1)
  return client
}

/** Writes `count` events of a room, as handlers do in their transaction; `data` counts them. */
async function publish(room: string, count: number): Promise<void> {
  const text = `select publish_event($1, 'thing', jsonb_build_object('n', n)) from generate_series(1, $2::int) n`
  await app.db.query({ text, values: [room, count] })
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('a room', () => {
  test('delivers what happens in it, in order, as soon as notified', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    const client = await connect(person, { [room]: null })
    await expect.poll(() => client.of('joined')).toEqual([{ type: 'joined', room, seq: 0 }])
    for (let round = 0; round < 5; round++) {
      await publish(room, 3)
      app.live.nudge(userRoom, person.userId)
    }
    await expect.poll(() => client.numbers(room)).toEqual(upTo(15))
    expect(client.events(room)[1]).toEqual({ room, seq: 2, type: 'thing', data: { n: 2 } })
  })

  test('a client that heard more from another node is brought up to date without rereading [CHT-09]', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    const here = await connect(person, { [room]: null })
    await expect.poll(() => here.of('joined')).toHaveLength(1)
    await publish(room, 2)
    const moved = await connect(person, { [room]: 2 })
    await expect.poll(() => moved.of('joined').length + moved.of('reset').length).toBe(1)
    expect(moved.of('joined')).toEqual([{ type: 'joined', room, seq: 2 }])
    await expect.poll(() => here.numbers(room)).toEqual([1, 2])
  })

  test('of another person, of another school, unknown or misspelt is refused and silent [CHT-09]', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()]
    const foreign = [`user:${other.userId}`, 'brand:other', 'nothing:1', 'chat:999999', 'constructor:1']
    const client = await connect(person, Object.fromEntries(foreign.map(room => [room, 0])))
    await expect.poll(() => client.of('refused')).toHaveLength(foreign.length)
    client.send({ type: 'join', room: `user:${other.userId}`, after: 0 })
    await expect.poll(() => client.of('refused')).toHaveLength(foreign.length + 1)
    await publish(`user:${other.userId}`, 1)
    app.live.nudge(userRoom, other.userId)
    app.live.signal(testNews, 'hint', 'other', { n: 1 })
    app.live.signal(testNews, 'hint', 'kurso', { n: 1 })
    client.send({ type: 'ping' })
    await expect.poll(() => client.of('pong').length).toBeGreaterThan(0)
    expect(client.of('event')).toEqual([])
  })

  test('after leaving it is silent', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    const client = await connect(person, { [room]: 0 })
    client.send({ type: 'leave', room })
    await publish(room, 1)
    await app.server.inject('/healthz')
    client.send({ type: 'join', room: 'brand:kurso', after: null })
    await expect.poll(() => client.of('joined')).toHaveLength(2)
    app.live.nudge(userRoom, person.userId)
    app.live.signal(testNews, 'hint', 'kurso', { n: 5 })
    await expect.poll(() => client.events('brand:kurso')).toHaveLength(1)
    expect(client.events('brand:kurso')).toEqual([{ room: 'brand:kurso', seq: null, type: 'hint', data: { n: 5 } }])
    expect(client.numbers(room)).toEqual([])
  })

  test('is found to have news even when nobody told of them', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    const client = await connect(person, { [room]: 0 })
    await publish(room, 2)
    await expect.poll(() => client.numbers(room), { timeout: 8_000 }).toEqual([1, 2])
  })
})

test('events are kept for seven days; the numbers of their room go on', async () => {
  await publish('user:0', 5)
  await app.db.query({
    text: `update live_events set created_at = now() - interval '8 days' where room = 'user:0' and seq < 4`,
  })
  expect(await deleteOldEvents(app.db, 7, 2)).toBe(2)
  expect(await deleteOldEvents(app.db, 7, 2)).toBe(1)
  expect(await listEvents(app.db, 'user:0', 0, 9, 9)).toMatchObject([{ seq: 4 }, { seq: 5 }])
  await publish('user:0', 1)
  expect(await listEvents(app.db, 'user:0', 5, 9, 9)).toMatchObject([{ seq: 6 }])
})

describe('who was away', () => {
  test('receives what happened after the last known number, once and in order [CHT-09]', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    await publish(room, 400)
    const client = await connect(person, { [room]: 37 })
    await expect.poll(() => client.numbers(room).length).toBe(363)
    expect(client.numbers(room)).toEqual(upTo(400, 38))
    expect(client.of('joined')).toEqual([{ type: 'joined', room, seq: 37 }])
  })

  test('misses nothing and receives nothing twice of what happens during the reconnect [CHT-09]', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    await publish(room, 300)
    let isOver = false
    const writing = (async () => {
      for (let round = 0; round < 60; round++) {
        await publish(room, 3)
        app.live.nudge(userRoom, person.userId)
      }
      isOver = true
    })()
    const clients: LiveClient[] = []
    while (!isOver && clients.length < 15) clients.push(await connect(person, { [room]: 250 + clients.length }))
    await writing
    for (const [index, client] of clients.entries()) {
      await expect.poll(() => client.numbers(room).at(-1)).toBe(480)
      expect(client.numbers(room)).toEqual(upTo(480, 251 + index))
    }
    for (const client of clients) client.socket.close()
  })

  test('a client away too long, or longer than events are kept, is told to reload', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    await publish(room, 600)
    const late = await connect(person, { [room]: 50 })
    await expect.poll(() => late.of('reset')).toEqual([{ type: 'reset', room, seq: 600 }])
    await app.db.query({ text: 'delete from live_events where room = $1 and seq < 595', values: [room] })
    const later = await connect(person, { [room]: 590 })
    await expect.poll(() => later.of('reset')).toEqual([{ type: 'reset', room, seq: 600 }])
    const ahead = await connect(person, { [room]: 601 })
    await expect.poll(() => ahead.of('reset')).toEqual([{ type: 'reset', room, seq: 600 }])
    const inTime = await connect(person, { [room]: 596 })
    await expect.poll(() => inTime.numbers(room)).toEqual([597, 598, 599, 600])
    await publish(room, 1)
    app.live.nudge(userRoom, person.userId)
    for (const client of [late, later, ahead, inTime]) await expect.poll(() => client.numbers(room).at(-1)).toBe(601)
    expect([late, later, ahead, inTime].map(client => client.numbers(room).length)).toEqual([1, 1, 1, 5])
  })

  test('a short database outage closes no connection and loses nothing [REL-03, REL-04]', async () => {
    const person = await app.signIn()
    const room = `user:${person.userId}`
    const client = await connect(person, { [room]: 0 })
    await publish(room, 1)
    await app.db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    })
    app.live.nudge(userRoom, person.userId)
    await publish(room, 1).catch(() => publish(room, 1))
    app.live.nudge(userRoom, person.userId)
    await expect.poll(() => client.numbers(room), { timeout: 8_000 }).toEqual([1, 2])
    expect(client.socket.readyState).toBe(1)
  })
})

test('events that differ from their declaration fail in every test', () => {
  const told = (room: string, seq: number | null, type: string, data: unknown) => faultOf({ room, seq, type, data })
  expect(told('user:1', 1, 'support', { request_id: 5 })).toBeUndefined()
  expect(told('user:1', 1, 'support', { request_id: 'five' })).toContain('support in user:1/request_id')
  expect(told('chat:1', 1, 'support', { request_id: 5 })).toContain('declared for user')
  expect(told('user:1', 1, 'rumour', {})).toContain('declared nowhere')
  expect(told('support:kurso', null, 'support', { request_id: 5 })).toBeUndefined()
  expect(told('support:kurso', null, 'support', {})).toContain('request_id')
  expect(told('chat:1', 2, 'message', null)).toBeUndefined()
})
