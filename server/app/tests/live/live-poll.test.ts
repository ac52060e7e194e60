import { afterAll, beforeAll, expect, test } from 'vitest'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { originOf } from '../../testing/live-client.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testNews } from '../../testing/told-live.ts'
import type { TestClient } from '../../testing/test-client.ts'

let app: TestApp
let origin = ''

beforeAll(async () => {
  app = await startTestApp()
  origin = await originOf(app.server)
})
afterAll(() => app.close())

async function publish(userId: number, count = 1) {
  const text = `select publish_event($1, 'thing', jsonb_build_object('n', n)) from generate_series(1, $2::int) n`
  await app.db.query({ text, values: [`user:${userId}`, count] })
  app.live.nudge(userRoom, userId)
}

function poll(person: TestClient, rooms: Record<string, number | null>, seconds?: number) {
  return person.call('POST /live/poll', { body: { rooms, ...(seconds !== undefined && { wait_seconds: seconds }) } })
}

async function waiting(): Promise<number> {
  const { body } = await app.server.inject('/metrics')
  return Number(/^live_polls (\d+)/m.exec(body)?.[1])
}

test('a poll returns at once what happened after its numbers', async () => {
  const person = await app.signIn()
  const room = `user:${person.userId}`
  expect((await poll(person, { [room]: null })).data).toEqual({
    events: [],
    rooms: { [room]: 0 },
    resets: [],
    refused: [],
  })
  await publish(person.userId, 3)
  const { data } = await poll(person, { [room]: 1 })
  expect(data.events.map(({ seq }) => seq)).toEqual([2, 3])
  expect(data.rooms).toEqual({ [room]: 3 })
  expect((await poll(person, { [room]: 9 })).data).toMatchObject({ resets: [room], rooms: { [room]: 3 } })
})

test('a poll waits for events and returns them as they come; none come twice', async () => {
  const person = await app.signIn()
  const room = `user:${person.userId}`
  await publish(person.userId)
  const early = performance.now()
  expect((await poll(person, { [room]: 1 }, 0)).data.events).toEqual([])
  const asked = poll(person, { [room]: 1 }, 20)
  await expect.poll(waiting).toBe(1)
  await publish(person.userId)
  expect((await asked).data).toMatchObject({ events: [{ room, seq: 2 }], rooms: { [room]: 2 } })
  expect(performance.now() - early).toBeLessThan(5_000)
  await expect.poll(waiting, { message: 'the first one is over' }).toBe(0)
  const signalled = poll(person, { 'brand:kurso': 0 }, 20)
  await expect.poll(waiting).toBe(1)
  app.live.signal(testNews, 'hint', 'kurso', { n: 1 })
  expect((await signalled).data.events).toEqual([{ room: 'brand:kurso', seq: null, type: 'hint', data: { n: 1 } }])
})

test('another person’s room is refused, and so is one that does not exist [CHT-09]', async () => {
  const [person, other] = [await app.signIn(), await app.signIn()]
  await publish(other.userId)
  const { data } = await poll(person, { [`user:${other.userId}`]: 0, 'chat:99999': 0, 'x:1': 0 })
  expect(data).toEqual({ events: [], rooms: {}, resets: [], refused: [`user:${other.userId}`, 'chat:99999', 'x:1'] })
})

test('hundreds of waiting polls hold no database connection, and those that go away are forgotten', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => app.signIn()))
  const leave = new AbortController()
  const polls = people.flatMap(person =>
    Array.from({ length: 10 }, () =>
      fetch(`${origin}/spa/api/v1/live/poll`, {
        method: 'POST',
        signal: leave.signal,
        headers: {
          authorization: `Bearer ${person.token}`,
          'x-app-id': 'kurso',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ rooms: { [`user:${person.userId}`]: 0 } }),
      }).catch(() => undefined),
    ),
  )
  await expect.poll(waiting, { timeout: 8_000 }).toBe(200)
  const before = performance.now()
  expect((await app.server.inject('/readyz')).statusCode).toBe(200)
  expect(performance.now() - before).toBeLessThan(1_000)
  leave.abort()
  await Promise.all(polls)
  await expect.poll(waiting).toBe(0)
  const { body } = await app.server.inject('/metrics')
  expect(/^live_rooms (\d+)/m.exec(body)?.[1]).toBe('0')
})

test('a poll that outlives its session returns nothing', async () => {
  const person = await app.signIn()
  const room = `user:${person.userId}`
  const asked = poll(person, { [room]: 0 }, 20)
  await expect.poll(waiting).toBe(1)
  await person.call('POST /auth/logout')
  await publish(person.userId)
  expect((await asked).status).toBe(401)
})

test('a person’s concurrent polls are limited', async () => {
  const person = await app.signIn()
  const room = `user:${person.userId}`
  const asked = Array.from({ length: 21 }, () => poll(person, { [room]: 0 }, 10))
  await expect.poll(waiting).toBe(20)
  await publish(person.userId)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
})
