import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { localDate } from '#shared/platform/times.ts'
import {
  beside,
  fetchCall,
  type ChildServer,
  openBeside,
  postmasterOf,
  signalPostgres,
  startChildServer,
} from '../testing/child-server.ts'
import { type CourseFixture, enrol, insertCourse } from '../testing/course-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kurso-faults-'))
// PostgreSQL runs as another user when the tests run as root.
chmodSync(dataDir, 0o711)

let server: ChildServer
let course: CourseFixture
let userId = 0
let streamId = 0
const tokens: string[] = []

beforeAll(async () => {
  server = await startChildServer(dataDir)
  await beside(dataDir, async database => {
    const days = [{ opensAfterDays: 0 }, { opensAfterDays: 0 }]
    course = await insertCourse(database, { stages: [{ days, homeworks: Array.from({ length: 60 }, () => ({})) }] })
    const user = { brandId: 'kurso', email: 'learner@example.com', firstName: '', lastName: '', role: 'learner' }
    const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
    userId = (await insertUser(database, row))?.id ?? 0
    const startsOn = localDate(Date.now() - 86_400_000, 'UTC')
    streamId = await enrol(database, course, userId, {
      startsOn,
      endsOn: localDate(Date.now() + 30 * 86_400_000, 'UTC'),
    })
    const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
    for (let index = 0; index < 2; index++) tokens.push(await startSession(database, userId, caller, Date.now()))
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Answer = { status: number; data: { awarded?: number; code?: string }; retryAfter: string | null }

/** Status 0 when there was no answer. */
async function call(
  name: string,
  body?: object,
  { key, session = 0 }: { key?: string; session?: number } = {},
): Promise<Answer> {
  try {
    const answer = await fetchCall(server.url, tokens[session], name, body, key)
    const data = (await answer.json()) as Answer['data']
    return { status: answer.status, data, retryAfter: answer.headers.get('retry-after') }
  } catch {
    return { status: 0, data: {}, retryAfter: null }
  }
}

type Report = { key: string; send(): Promise<Answer> }

function watched(day: number, key: string): Report {
  const body = {
    user_course_stream_id: streamId,
    stage_day_id: course.days[day]?.id,
    stage_day_lesson_set_lesson_id: course.days[day]?.lessonIds[0],
    viewed_seconds: 7,
    play_count: 1,
  }
  return { key, send: () => call('POST /save-lesson-stat', body, { key }) }
}

function marked(what: 'start' | 'finish', day: number, key: string, session = 0): Report {
  const name = `POST /user-course-streams/${streamId}/user-day-status/${course.days[day]?.id}/${what}`
  return { key, send: () => call(name, {}, { key, session }) }
}

/** Sends all reports, sixteen at a time; returns the acknowledged ones. */
async function storm(reports: readonly Report[], onAcknowledged: (count: number) => void = () => undefined) {
  const acknowledged = new Set<string>()
  const statuses = new Set<number>()
  const waiting = [...reports]
  const sendOnes = async () => {
    for (let report = waiting.shift(); report; report = waiting.shift()) {
      const { status } = await report.send()
      statuses.add(status)
      if (status !== 200) continue
      acknowledged.add(report.key)
      onAcknowledged(acknowledged.size)
    }
  }
  await Promise.all(Array.from({ length: 16 }, sendOnes))
  return { acknowledged, statuses }
}

/** What is stored about a day: the keys of its reports, and what is derived from them. */
function kept(day: number) {
  return beside(dataDir, async database => {
    const values = [course.days[day]?.id]
    const ask = async <Row extends object>(text: string) => (await database.query<Row>({ text, values })).rows
    const events = await ask<{ key: string }>('select key from progress_events where day_id = $1')
    const [lesson] = await ask<{ seconds: number; plays: number }>(
      'select viewed_seconds as seconds, play_count as plays from lesson_statistics where day_id = $1',
    )
    const points = await ask<{ amount: number }>(`select amount from user_scores where source like '%:day:' || $1`)
    return {
      keys: events.map(({ key }) => key.split(':').slice(2).join(':')),
      lesson,
      points: points.map(one => one.amount),
    }
  })
}

test('a power cut in a storm of reports: what was acknowledged is there, repeats count once, for statistics and points [REL-01, REL-02]', async () => {
  expect((await marked('start', 0, 'start').send()).status).toBe(200)
  const views = Array.from({ length: 240 }, (_, index) => watched(0, `view-${index}`))
  const finishes = Array.from({ length: 12 }, (_, index) => marked('finish', 0, `finish-${index}`))
  const reports = views.flatMap((view, index) => (index % 20 ? [view] : [view, finishes[index / 20] ?? view]))
  let cut: Promise<void> | undefined
  const { acknowledged, statuses } = await storm(reports, count => {
    if (count === 90) cut = server.cutPower()
  })
  await cut
  expect(statuses).toEqual(new Set([200, 0]))
  expect(acknowledged.size).toBeGreaterThanOrEqual(90)
  expect(acknowledged.size).toBeLessThan(reports.length)

  server = await startChildServer(dataDir)
  const after = await kept(0)
  for (const key of acknowledged) expect(after.keys).toContain(key)
  expect(after.points).toEqual([10])

  const again = await storm([...reports.filter(({ key }) => !acknowledged.has(key)), ...reports.slice(0, 40)])
  expect(again.statuses).toEqual(new Set([200]))
  expect(await kept(0)).toMatchObject({ lesson: { seconds: 240 * 7, plays: 240 }, points: [10] })
  expect((await call('GET /user-score/amount')).data).toEqual({ amount: 10 })
})

test('a power cut while homework is handed in: what was acknowledged is there, and what is sent again is handed in once [REL-01, REL-02]', async () => {
  const asked = <Row extends object>(text: string) =>
    beside(dataDir, async database => (await database.query<Row>({ text, values: [streamId] })).rows)
  const places = await asked<{ id: number }>('select id from user_homeworks where user_stream_id = $1 order by id')
  const handIns = places.map(({ id }): Report => {
    const name = `POST /user-course-streams/${streamId}/user-homework/${id}`
    return { key: `work-${id}`, send: () => call(name, { message: `Work ${id}` }, { key: `work-${id}` }) }
  })
  const handedIn = () =>
    asked<{ key: string; number: number }>(
      `select m.client_key as key, m.number from homework_attempts a join chat_messages m on m.id = a.message_id
           join chats c on c.id = m.chat_id where c.user_stream_id = $1 order by m.number`,
    )
  let cut: Promise<void> | undefined
  const { acknowledged, statuses } = await storm(handIns, count => {
    if (count === 20) cut = server.cutPower()
  })
  await cut
  expect(statuses).toEqual(new Set([200, 0]))
  server = await startChildServer(dataDir)
  const after = (await handedIn()).map(({ key }) => key)
  for (const key of acknowledged) expect(after).toContain(key)

  const again = await storm([...handIns, ...handIns.slice(0, 10)])
  expect(again.statuses).toEqual(new Set([200]))
  const all = await handedIn()
  expect(all.map(({ key }) => key).sort()).toEqual(handIns.map(({ key }) => key).sort())
  expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1))
})

test('fifty simultaneous finishes from two devices award the points once [REL-02, PRG-06]', async () => {
  await marked('start', 1, 'start').send()
  const finishes = Array.from({ length: 50 }, (_, index) => marked('finish', 1, `finish-${index}`, index % 2).send())
  const answers = await Promise.all(finishes)
  expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(answers.map(({ data }) => data.awarded ?? 0).filter(awarded => awarded !== 0)).toEqual([10])
  expect((await kept(1)).points).toEqual([10])
})

test('the database dies under load: 503 with a hint, and automatic recovery [REL-04, REL-02]', async () => {
  const pid = server.process.pid
  const reports = Array.from({ length: 300 }, (_, index) => watched(1, `load-${index}`))
  const { acknowledged, statuses } = await storm(reports, count => {
    if (count === 60) process.kill(postmasterOf(dataDir), 'SIGKILL')
  })
  expect(statuses).toEqual(new Set([200, 503]))
  await expect.poll(async () => (await call('GET /user')).status, { timeout: 20_000, interval: 100 }).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  for (const key of acknowledged) expect((await kept(1)).keys).toContain(key)
  const again = await storm(reports.filter(({ key }) => !acknowledged.has(key)))
  expect(again.statuses).toEqual(new Set([200]))
  expect((await kept(1)).lesson).toEqual({ seconds: 300 * 7, plays: 300 })
  expect([server.process.pid, server.process.exitCode]).toEqual([pid, null])
})

test('a frozen database: every call answers 503 within 10 s, readiness within 3 s, and all is well after it [REL-04, OPS-04]', async () => {
  await storm([watched(1, 'before the frost')])
  signalPostgres(dataDir, 'SIGSTOP')
  try {
    const timed = async (asked: Promise<{ status: number; retryAfter?: string | null }>) => {
      const askedAt = Date.now()
      const { status, retryAfter } = await asked
      return { status, retryAfter, tookMs: Date.now() - askedAt }
    }
    const ready = timed(fetch(`${server.url}/readyz`))
    const answers = Array.from({ length: 30 }, (_, index) => [
      timed(call('GET /user-score/amount')),
      timed(watched(1, `frozen-${index}`).send()),
    ])
    const all = await Promise.all(answers.flat())
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]))
    expect(all.every(({ retryAfter }) => retryAfter)).toBe(true)
    expect(Math.max(...all.map(({ tookMs }) => tookMs))).toBeLessThan(10_000)
    expect(await ready).toMatchObject({ status: 503 })
    expect((await ready).tookMs).toBeLessThan(3000)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  } finally {
    signalPostgres(dataDir, 'SIGCONT')
  }
  await expect.poll(() => isReadyStatus(), { timeout: 3000 }).toBe(200)
  const again = await storm(Array.from({ length: 30 }, (_, index) => watched(1, `frozen-${index}`)))
  expect(again.statuses).toEqual(new Set([200]))
})

test('when stopped, it finishes pending requests, accepts nothing new and exits cleanly [OPS-04]', async () => {
  const database = await openBeside(dataDir)
  const { held, stopping } = await database.inTransaction(async tx => {
    await tx.query({ text: 'select id from user_streams where id = $1 for update', values: [streamId] })
    const spare = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)
    await once(spare, 'connect')
    const waiting = watched(1, 'last').send()
    await expect.poll(() => isAnyoneWaiting(database)).toBe(true)
    const ending = server.stop()
    await expect.poll(() => isReadyStatus()).not.toBe(200)
    expect(server.process.exitCode).toBeNull()
    return { held: waiting, stopping: ending }
  })
  await database.close()
  expect((await held).status).toBe(200)
  const askedAt = Date.now()
  expect(await stopping).toBe(0)
  expect(Date.now() - askedAt).toBeLessThan(4900)
  server = await startChildServer(dataDir)
  expect((await kept(1)).keys).toContain('last')
})

test('when stopped, what has arrived and is not yet read is answered, and live connections are sent elsewhere [OPS-04, REL-03]', async () => {
  const { hostname, port } = new URL(server.url)
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n'
  const asked = [
    ...Array.from({ length: 45 }, () => 'GET /spa/api/v1/site-configuration HTTP/1.1\r\nx-app-id: kurso\r\n'),
    ...Array.from(
      { length: 45 },
      () => `GET /spa/live HTTP/1.1\r\n${upgrade}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
    ),
  ]
  // A process that stands still reads as little as one that is busy.
  server.process.kill('SIGSTOP')
  const answers = asked.map(async text => {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    const ended = new Promise(resolve => socket.once('close', resolve))
    await once(socket, 'connect')
    await new Promise(resolve => socket.write(`${text}host: ${hostname}\r\n\r\n`, resolve))
    return { answer: () => Buffer.concat(parts).toString('latin1'), ended }
  })
  const sent = await Promise.all(answers)
  const stopping = server.stop()
  server.process.kill('SIGCONT')
  await Promise.all(sent.map(({ ended }) => ended))
  expect(await stopping).toBe(0)
  const told = sent.map(({ answer }) => answer())
  expect(told.slice(0, 45).filter(answer => !answer.startsWith('HTTP/1.1 200'))).toEqual([])
  expect(told.slice(45).filter(answer => !answer.endsWith('\x88\x02\x03\xe9'))).toEqual([])
  server = await startChildServer(dataDir)
})

async function isAnyoneWaiting(database: Database): Promise<boolean> {
  const text = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`
  return ((await database.query<{ count: number }>({ text })).rows[0]?.count ?? 0) > 0
}

/** What a load balancer sees: the status of /readyz, or 0 when the connection is refused. */
function isReadyStatus(): Promise<number> {
  return fetch(`${server.url}/readyz`, { headers: { connection: 'close' } }).then(
    answer => answer.status,
    () => 0,
  )
}
