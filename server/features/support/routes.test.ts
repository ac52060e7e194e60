import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId = 0
let minutes = 0
const other = 23
const renew = 7
const homework = 10

beforeAll(async () => {
  app = await startTestApp()
  course = await insertCourse(app.db, { stages: [{ days: [{}] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  minutes += 60
  app.clock.set(new Date('2026-12-02T10:00:00Z').getTime() + minutes * 60_000)
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

const question = (more = {}) => ({ support_category_id: other, name: 'Ann', message: 'Where is my course?', ...more })
const ask = (more = {}, idempotencyKey?: string) =>
  learner.call('POST /tech-questions', { body: question(more), ...(idempotencyKey && { idempotencyKey }) })
const count = async (table: string) =>
  (await app.db.query<{ n: number }>({ text: `select count(*)::int as n from ${table}` })).rows[0]?.n

test('the topics of a brand are in its own ids, in order, in the caller’s language [SUP-01]', async () => {
  const { data, statements } = await learner.call('GET /support-category', { query: { sort: 'id' }, language: 'ru' })
  expect(data.map(({ id }) => id)).toEqual([7, 10, 21, 22, 23, 24])
  expect(data.find(({ id }) => id === homework)).toEqual({
    id: 10,
    sort: 2,
    target_product: 1,
    name: 'Задание',
  })
  expect(data.find(({ id }) => id === other)?.target_product).toBeNull()
  expect(statements).toBe(1)
  const mind = await app.signIn({ brandId: 'mind' })
  const { data: ofMind } = await mind.call('GET /support-category', { query: { sort: 'id' }, appId: 'mind' })
  expect(ofMind.map(({ id }) => id)).toEqual([4, 5, 21, 22, 23, 24])
})

test('a question about a course is stored with its topic and course, trimmed [SUP-02, SUP-04]', async () => {
  const body = question({
    support_category_id: renew,
    target_id: streamId,
    name: ' Ann ',
    message: ' How?\r\nNow ',
  })
  const { status, data } = await learner.call('POST /tech-questions', { body, language: 'es' })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    state: 'open',
    category: { id: renew, name: 'Renovar un curso o las consultas' },
    stream: { id: streamId, title: 'Course en español' },
    last_message: { text: 'How?\nNow', is_staff: false },
    unread_count: 0,
  })
  const own = await learner.call('GET /support-requests')
  expect(own.data.map(({ id }) => id)).toEqual([data.id])
  const { data: whole } = await learner.call('GET /support-requests/:id', { params: { id: data.id } })
  expect(whole.messages).toMatchObject([{ number: 1, text: 'How?\nNow', author: 'Ann', is_staff: false }])
})

test('a question needs a name, words, at most 500 characters and a known topic [SUP-04]', async () => {
  const wrong = async (more: object) => {
    const { data } = await ask(more)
    return [data.code, ...Object.keys(data.errors ?? {})]
  }
  expect(await wrong({ name: ' \u3000 ' })).toEqual(['name_required', 'name'])
  expect(await wrong({ name: 'Ann\u0007' })).toEqual(['invalid_input', 'name'])
  expect(await wrong({ message: ' \n' })).toEqual(['message_required', 'message'])
  expect(await wrong({ message: '😀'.repeat(501) })).toEqual(['message_too_long', 'message'])
  expect(await wrong({ support_category_id: 999 })).toEqual(['unknown_category', 'support_category_id'])
  expect(await wrong({ support_category_id: renew })).toEqual(['course_required', 'target_id'])
  expect((await ask({ message: '😀'.repeat(500) })).status).toBe(200)
})

test('a question about somebody else’s course is refused as if the course did not exist [SUP-02]', async () => {
  const stranger = await app.signIn()
  const theirs = await enrol(app.db, course, stranger.userId)
  const before = await count('support_requests')
  expect((await ask({ support_category_id: renew, target_id: theirs })).status).toBe(404)
  expect(await count('support_requests')).toBe(before)
})

test('a question sent twice, even at once, is one question and one e-mail [SUP-02]', async () => {
  const before = await count('pgboss.job').catch(() => 0)
  const answers = await Promise.all([ask({}, 'key-1'), ask({}, 'key-1'), ask({}, 'key-1')])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  const again = await ask({ message: 'Something else' }, 'key-1')
  expect(again.data.last_message.text).toBe('Where is my course?')
  expect((await ask({}, 'key-1')).statements).toBe(3)
  expect((await ask({}, 'key-2')).statements).toBe(4)
  expect((await learner.call('GET /support-requests')).data).toHaveLength(2)
  expect(((await count('pgboss.job')) ?? 0) - (before ?? 0)).toBe(2)
})

test('an automatic question has its own text and stays a single request while it is open [SUP-02]', async () => {
  const auto = (support_category_id: number, key: string) =>
    learner.call('POST /tech-questions/auto', {
      body: { support_category_id, target_id: streamId, name: 'Ann' },
      language: 'ru',
      idempotencyKey: key,
    })
  const first = await auto(renew, 'a')
  expect(first.data.last_message.text).toMatch(/продлить курс или консультации/)
  expect((await auto(renew, 'b')).data.id).toBe(first.data.id)
  const help = await auto(homework, 'c')
  expect(help.data.last_message.text).toMatch(/сдать задание/)
  expect(help.data.id).not.toBe(first.data.id)
  expect((await auto(other, 'd')).data.code).toBe('unknown_category')
})

test('too many messages in ten minutes have to wait [SUP-06, SEC-03]', async () => {
  for (let sent = 0; sent < 9; sent++) expect((await ask({}, `much-${sent}`)).status).toBe(200)
  const [first] = (await learner.call('GET /support-requests')).data
  const further = () =>
    learner.call('POST /support-requests/:id/messages', { params: { id: first?.id ?? 0 }, body: { message: 'And?' } })
  const blank = { params: { id: first?.id ?? 0 }, body: { message: ' \n' } }
  expect((await learner.call('POST /support-requests/:id/messages', blank)).data).toMatchObject({
    code: 'message_required',
    errors: { message: [expect.any(String)] },
  })
  expect((await further()).status).toBe(200)
  expect((await further()).status).toBe(429)
  const refused = await ask()
  expect([refused.status, refused.data.code, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_questions',
    '600',
  ])
  app.clock.set(app.clock.now + 601_000)
  expect((await ask()).status).toBe(200)
})

const anonymous = (body: object, idempotencyKey = 'visit') =>
  app.visitor.call('POST /tech-questions/anonymous', { body: { ...body }, idempotencyKey })
const visitorsWords = { email: ' Ann@Example.COM ', name: 'Ann', message: 'Is it free?' }

test('a visitor’s question is acknowledged and nothing more [SUP-05, ACC-22]', async () => {
  const before = (await count('support_requests')) ?? 0
  expect(await anonymous(visitorsWords)).toMatchObject({ status: 200, data: {} })
  await anonymous(visitorsWords)
  expect(await count('support_requests')).toBe(before + 1)
  const { rows } = await app.db.query({
    text: 'select email, user_id, category_id, state from support_requests order by id desc limit 1',
  })
  expect(rows).toEqual([{ email: 'ann@example.com', user_id: null, category_id: null, state: 'open' }])
  const wrong = async (more: object) => Object.keys((await anonymous({ ...visitorsWords, ...more })).data.errors ?? {})
  expect(await wrong({ email: 'nobody' })).toEqual(['email'])
  expect(await wrong({ email: 'a@b.com\r\nBcc: all@example.com' })).toEqual(['email'])
  expect(await wrong({ name: '' })).toEqual(['name'])
  expect(await wrong({ message: 'x'.repeat(501) })).toEqual(['message'])
  expect(await wrong({ support_category_id: 999 })).toEqual(['support_category_id'])
  expect((await anonymous({ ...visitorsWords, support_category_id: other }, 'about')).status).toBe(200)
  const about = await app.db.query({ text: 'select category_id from support_requests order by id desc limit 1' })
  expect(about.rows).toEqual([{ category_id: other }])
})

test('a network’s attempts are limited, whoever it claims to be [SUP-06, SEC-03]', async () => {
  const ask = (email: string) =>
    app.server.inject({
      method: 'POST',
      url: '/spa/api/v1/tech-questions/anonymous',
      remoteAddress: '203.0.113.9',
      headers: { 'x-app-id': 'kurso' },
      payload: { ...visitorsWords, email },
    })
  const statuses: number[] = []
  for (let sent = 0; sent < 11; sent++) statuses.push((await ask(`visitor-${sent}@example.com`)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('the learner of a trial does not write to the people who answer real learners [SUP-02][STF-16]', async () => {
  await app.db.query({ text: 'update users set is_trial = true where id = $1', values: [learner.userId] })
  const before = await count('support_requests')
  const asked = await ask()
  expect([asked.status, asked.data.code]).toEqual([403, 'trial_only'])
  const body = { support_category_id: homework, target_id: streamId, name: 'Ann' }
  const auto = await learner.call('POST /tech-questions/auto', { body })
  expect([auto.status, auto.data.code]).toEqual([403, 'trial_only'])
  expect(await count('support_requests')).toBe(before)
})
