import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCredentials } from '#server/features/accounts/queries.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { parseCourseFile } from '#shared/features/courses/course-file.ts'
import { seedDemoSchool } from './demo-school.ts'
import { readDemoSchool } from './demo-school-file.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
const log = pino({ level: 'silent' })
const signIns = ['learner@example.com', 'expert@example.com', 'admin@example.com']

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const seed = (demo: 'on' | 'off' | 'auto', isEmbedded: boolean, now = app.clock.now) =>
  seedDemoSchool({ database: app.db, settings: { demo, dataDir: app.dataDir }, isEmbedded, log, now })

async function counts() {
  const tables = ['users', 'courses', 'user_streams', 'progress_events', 'user_scores', 'media', 'user_homeworks']
  const text = tables.map(table => `(select count(*)::int from ${table}) as ${table}`).join(', ')
  const { rows } = await app.db.query<Record<string, number>>({ text: `select ${text}` })
  return rows[0] ?? {}
}

test('an empty embedded database gets the demo school once', async () => {
  expect(await seed('auto', true)).toEqual({ signIns, password: 'kurso-demo' })
  const before = await counts()
  expect(before).toMatchObject({ users: 3, courses: 3, user_streams: 7 })
  expect(await seed('auto', true)).toEqual({ signIns, password: 'kurso-demo' })
  expect(await seed('on', false)).toBeDefined()
  expect(await counts()).toEqual(before)
})

/** The captions' languages of each film that a value holds, by the film's file. */
function captionsIn(value: unknown): [film: string, languages: string[]][] {
  if (typeof value !== 'object' || value === null) return []
  const { mp4, subtitles } = value as { mp4?: string; subtitles?: Record<string, string> }
  if (mp4) return [[mp4, Object.keys(subtitles ?? {})]]
  return Object.values(value).flatMap(captionsIn)
}

test('every film of the demo courses has captions in each language of its course [PLY-01]', async () => {
  const folder = join(projectRoot, 'demo/courses')
  for (const name of await readdir(folder)) {
    const read = parseCourseFile(await readFile(join(folder, name, 'course.yaml'), 'utf8'), 'course.yaml')
    if ('problems' in read) throw new Error(JSON.stringify(read.problems))
    const films = captionsIn(read.course)
    expect(films.length).toBeGreaterThan(1)
    expect(films).toEqual(films.map(([film]) => [film, read.course.languages]))
  }
})

test('an operator’s own database, one with people in it, or DEMO=off gets none', async () => {
  expect(await seed('auto', false)).toBeUndefined()
  expect(await seed('off', true)).toBeUndefined()
  await app.signIn()
  expect(await seed('auto', true)).toBeUndefined()
  expect((await counts())['courses']).toBe(0)
  expect(await seed('on', false)).toMatchObject({ signIns })
})

test('two starts at once seed one school', async () => {
  await Promise.all([seed('on', false), seed('on', false)])
  expect(await counts()).toMatchObject({ users: 3, courses: 3, user_streams: 7 })
})

test('an account whose password was changed is no longer named', async () => {
  await seed('on', false)
  await app.db.query({ text: `update users set password_hash = null where role <> 'learner'` })
  expect(await seed('auto', true)).toEqual({ signIns: ['learner@example.com'], password: 'kurso-demo' })
})

test('where anybody can reach the school no demo is seeded, and one with the known password does not start', async () => {
  const start = (demo: 'on' | 'off' | 'auto', publicPlace?: string) =>
    seedDemoSchool({ database: app.db, settings: { demo, dataDir: app.dataDir }, isEmbedded: true, log, publicPlace })
  await expect(start('auto', 'school.example.com')).rejects.toThrow(/anybody can reach school.example.com[^]*DEMO=off/)
  await expect(start('on', 'school.example.com')).rejects.toThrow('DEMO=off')
  expect(await counts()).toMatchObject({ users: 0, courses: 0 })
  expect(await start('off', 'school.example.com')).toBeUndefined()
  expect(await start('auto')).toMatchObject({ signIns })
  for (const demo of ['on', 'off', 'auto'] as const)
    await expect(start(demo, 'school.example.com')).rejects.toThrow(
      /new passwords first[^]*: learner@example.com, expert@/,
    )
  await app.db.query({ text: `update users set password_hash = null` })
  expect(await start('off', 'school.example.com')).toBeUndefined()
})

test.each(['2026-03-29T00:30:00Z', '2026-07-15T12:00:00Z', '2026-10-25T21:30:00Z'])(
  'at %s its streams are in every state that the school names [STR-03]',
  async instant => {
    app.clock.set(instant)
    await seed('on', false)
    const school = await readDemoSchool(join(projectRoot, 'demo/school.yaml'))
    const learner = await app.visitor.call('POST /auth/login', {
      body: { email: 'learner@example.com', password: 'kurso-demo' },
    })
    expect(learner.status).toBe(200)
    const headers = { authorization: `Bearer ${learner.data.token}` }
    const { rows } = await app.db.query<{ id: number }>({ text: 'select id from user_streams order by id' })
    const streams = await Promise.all(
      rows.map(async ({ id }) => {
        const answer = await app.visitor.call('GET /user-course-streams/:id', {
          params: { id },
          expand: ['progress'],
          headers,
        })
        return answer.data
      }),
    )
    expect(streams.map(({ status }) => status)).toEqual(school.streams.map(({ state }) => state))
    const half = await app.visitor.call('GET /user-course-streams/:id/status', {
      params: { id: rows[0]?.id ?? 0 },
      expand: ['days', 'lessons', 'homeworks', 'current_training_day'],
      headers,
    })
    expect(half.data.days?.map(day => day.state)).toContain('done')
    expect(half.data.days?.filter(day => day.status === 'started')).toHaveLength(1)
    expect(half.data.lessons?.length).toBeGreaterThan(3)
    const balance = await app.visitor.call('GET /user-score/amount', { headers })
    expect(balance.data.amount).toBeGreaterThan(100)
  },
)

test('the learner has talked with the expert, and each has something new to read', async () => {
  await seed('on', false)
  const signedIn = async (email: string) => {
    const { data } = await app.visitor.call('POST /auth/login', { body: { email, password: 'kurso-demo' } })
    return { authorization: `Bearer ${data.token}` }
  }
  const { data: chats } = await app.visitor.call('GET /chats', { headers: await signedIn('learner@example.com') })
  const [talk] = chats.filter(chat => chat.message_count > 1)
  expect(talk).toMatchObject({ stream_status: 'open', unread_count: 1, last_message: { is_own: false } })
  const query = { show: 'waiting' }
  const { data } = await app.visitor.call('GET /studio/chats', { query, headers: await signedIn('expert@example.com') })
  expect(data.map(chat => [chat.unread_count, chat.last_message?.is_expert])).toEqual([[1, false]])
})

test('the shop sells in three currencies, and the learner has bought, been refunded, subscribed and pays by instalments', async () => {
  await seed('on', false)
  const sold = await app.visitor.call('GET /course-services', { language: 'es' })
  expect(sold.data.map(({ title }) => title)).toContain('Práctica todo el año')
  for (const { prices } of sold.data) expect(prices.map(({ currency }) => currency)).toEqual(['EUR', 'RUB', 'USD'])
  const login = { body: { email: 'learner@example.com', password: 'kurso-demo' } }
  const { data } = await app.visitor.call('POST /auth/login', login)
  const headers = { authorization: `Bearer ${data.token}` }
  const orders = await app.visitor.call('GET /orders', { headers })
  expect(
    orders.data.map(({ status, currency, amount, paid, refunded }) => [status, currency, amount, paid, refunded]),
  ).toEqual([
    ['paid', 'EUR', 8900, 8900, 0],
    ['refunded', 'RUB', 150_000, 150_000, 150_000],
    ['paid', 'EUR', 4900, 3266, 0],
    ['paid', 'USD', 3200, 3200, 0],
  ])
  const papers = orders.data.flatMap(({ receipts }) => receipts).filter(({ kind }) => kind === 'receipt')
  const inOrder = papers.toSorted((one, other) => one.issued_at - other.issued_at)
  expect(inOrder.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5].map(number => `R-00000${number}`))
  const instalments = orders.data[2]?.receipts.map(({ issued_at: at }) => at)
  expect(instalments, 'each receipt is of its payment’s day').toEqual(
    orders.data[2]?.invoices.filter(({ paid }) => paid > 0).map(({ due_at: at }) => at),
  )
  const spending = await app.visitor.call('GET /user-score/spending', { headers })
  expect(spending.data.values.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'RUB'])
  const subscriptions = await app.visitor.call('GET /payment-subscription', { headers })
  expect(subscriptions.data).toMatchObject([{ state: 'active', is_active: true, interval: 'year', amount: 8900 }])
})

test('the learner finds the last weeks behind the bell, and what is new of it unread', async () => {
  await seed('on', false)
  const login = { body: { email: 'learner@example.com', password: 'kurso-demo' } }
  const headers = { authorization: `Bearer ${(await app.visitor.call('POST /auth/login', login)).data.token}` }
  const list = async () => (await app.visitor.call('GET /user-notices', { headers, query: { page: 1 } })).data
  const before = await list()
  expect(new Set(before.map(({ kind }) => kind))).toEqual(
    new Set(['message', 'verdict', 'day', 'payment', 'refund', 'consultation', 'announcement']),
  )
  expect(before.length).toBeLessThan(20)
  const times = before.map(({ created_at: at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const isNew = (at: number) => at > app.clock.now / 1000 - 86_400
  const fresh = before.filter(({ is_read: isRead }) => !isRead)
  expect([fresh.length, fresh.every(({ created_at: at }) => isNew(at))]).toEqual([2, true])
  // The school itself tells none of it again.
  await app.notices.sweep()
  expect(await list()).toEqual(before)
})

test('the school has told everybody something, with its figures, and has a draft to those who were away [STF-09]', async () => {
  await seed('on', false)
  const headersOf = async (email: string) => {
    const { data } = await app.visitor.call('POST /auth/login', { body: { email, password: 'kurso-demo' } })
    return { authorization: `Bearer ${data.token}` }
  }
  const headers = await headersOf('admin@example.com')
  const { data } = await app.visitor.call('GET /studio/announcements', { headers })
  expect(
    data.map(({ title, state, recipients, told, pushed, lettered, opened, clicked }) => [
      [title, state],
      [recipients, told, pushed, lettered, opened, clicked],
    ]),
  ).toEqual([
    [
      ['Shall we go on?', 'draft'],
      [0, 0, 0, 0, 0, 0],
    ],
    [
      ['New in the catalogue', 'sent'],
      [1, 1, 0, 1, 1, 1],
    ],
  ])
  const params = { id: data[1]?.id ?? 0 }
  const told = await app.visitor.call('GET /announcements/:id', {
    params,
    headers: await headersOf('learner@example.com'),
  })
  expect(told.data).toMatchObject({ title: 'New in the catalogue', link: '/catalog' })
  expect(told.data.told_at).toBeLessThan(app.clock.now / 1000 - 5 * 86_400)
})

test('one homework waits for the expert, one was sent back, and the half-done course stands open', async () => {
  await seed('on', false)
  const headersOf = async (email: string) => {
    const { data } = await app.visitor.call('POST /auth/login', { body: { email, password: 'kurso-demo' } })
    return { authorization: `Bearer ${data.token}` }
  }
  const desk = { headers: await headersOf('expert@example.com') }
  const { data: queue } = await app.visitor.call('GET /studio/reviews', desk)
  expect(queue).toMatchObject([{ homework_title: 'A diary of the week', number: 1, claim: null }])
  expect(queue[0]?.due_at).toBeGreaterThan(app.clock.now / 1000)
  const done = await app.visitor.call('GET /studio/reviews', { ...desk, query: { show: 'done' } })
  expect(done.data).toMatchObject([{ homework_title: 'Which one is yours?', verdict: 'FAIL' }])
  const headers = await headersOf('learner@example.com')
  const { rows } = await app.db.query<{ id: number }>({ text: 'select min(id) as id from user_streams' })
  const streamId = rows[0]?.id ?? 0
  const call = 'GET /user-course-streams/:streamId/user-homework'
  const { data: statuses } = await app.visitor.call(call, { headers, params: { streamId } })
  expect(statuses.map(({ status, lock_reason }) => [status, lock_reason])).toEqual([
    ['NOT_UPLOADED', null],
    ['FAIL', null],
    ['NOT_UPLOADED', null],
    ['UPLOADED', null],
  ])
  const tasks = await app.visitor.call('GET /homework', { headers })
  const practice = tasks.data.filter(({ course_id }) => course_id === queue[0]?.course_id)
  expect(practice.map(task => [task.answer_with, task.is_required, task.is_selfie_required])).toEqual([
    ['message', 0, true],
    ['exercise', 0, false],
    ['file', 1, false],
    ['any', 0, false],
  ])
})

test.each(['2026-11-25T12:00:00Z', '2026-11-28T23:30:00Z'])(
  'at %s one video consultation is to come, one is over and waits for its rating, and others can be booked',
  async instant => {
    app.clock.set(instant)
    await seed('on', false)
    const login = { body: { email: 'learner@example.com', password: 'kurso-demo' } }
    const headers = { authorization: `Bearer ${(await app.visitor.call('POST /auth/login', login)).data.token}` }
    const show = async (which: 'available' | 'history') =>
      (await app.visitor.call('GET /online-consultation', { headers, query: { show: which } })).data
    const now = app.clock.now / 1000
    const [booked, ...more] = await show('available')
    expect([booked?.status, more]).toEqual(['confirmed', []])
    expect(booked?.start_date_time).toBeGreaterThan(now)
    const past = await show('history')
    expect(past.map(({ status }) => status)).toEqual(['complete'])
    expect(past[0]?.end_date_time).toBeLessThan(now)
    const { data: places } = await app.visitor.call('GET /course/online-consultations', { headers })
    const [place] = places
    expect(place?.kinds.map(({ pay_by }) => pay_by)).toEqual([['free'], ['points', 'price']])
    const query = { stream_id: place?.stream_id ?? 0, kind_id: place?.kinds[0]?.id ?? 0 }
    const free = await app.visitor.call('GET /online-consultation/slots', { headers, query })
    expect(free.data.slots.length).toBeGreaterThan(50)
    expect(free.data.slots.map(slot => slot.start_date_time)).not.toContain(booked?.start_date_time)
  },
)

test('the people of the school can be found by their roles', async () => {
  await seed('on', false)
  for (const email of signIns) expect(await findCredentials(app.db, 'kurso', email)).toBeDefined()
})

test('a wrong school file is refused with its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-school-'))
  const file = join(folder, 'school.yaml')
  await writeFile(file, 'password: x\nbrand: kurso\ncourses: []\nusers: []\nstreams: [{ name: a }]\n')
  await expect(readDemoSchool(file)).rejects.toThrow(/school\.yaml: streams\[0\]\.user is missing|streams\[0\]/)
  await rm(folder, { recursive: true })
})
