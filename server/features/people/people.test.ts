import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let admin: TestClient
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  admin = await app.signIn({ role: 'admin', email: 'anna.admin@example.com' })
})
afterAll(() => app.close())

const of = (id: number) => ({ params: { id } })
const read = async (id: number) => (await admin.call('GET /studio/users/:id', of(id))).data
const found = async (search: string, more: Record<string, unknown> = {}) =>
  (await admin.call('GET /studio/users', { query: { search, ...more } })).data.users.map(user => user.id)
const set = (id: number, fields: Record<string, string>) =>
  app.db.query({
    text: `update users set ${Object.keys(fields)
      .map((name, index) => `${name} = $${index + 2}`)
      .join(', ')} where id = $1`,
    values: [id, ...Object.values(fields)],
  })

test('people are found by word prefixes, phone and id, within the brand only [STF-11]', async () => {
  const vera = (await app.signIn({ email: 'vera.o-neil@walks.example.com' })).userId
  await set(vera, { first_name: 'Véra', last_name: 'Дежнёва', phone: '+34 600 123 456' })
  const twin = (await app.signIn({ brandId: 'face', email: 'vera.o-neil@walks.example.com' })).userId
  await set(twin, { first_name: 'Véra', last_name: 'Дежнёва' })
  for (const search of ['véra', 'дежн', 'VÉRA Дежн', 'vera.o-neil', 'walks.exa', 'neil vera'])
    expect([search, await found(search)]).toEqual([search, [vera]])
  for (const search of ['+34 600 123', '600 123 456', '123456', '600123', String(vera), `#${vera}`])
    expect([search, (await found(search)).includes(vera)]).toEqual([search, true])
  expect(await found('nobody at all')).toEqual([])
  expect(await found("!!! & | :* ' \\")).toEqual([])
  expect((await admin.call('GET /studio/users/:id', of(twin))).status).toBe(404)
})

test('nobody is invited again without an e-mail to write to [STF-11]', async () => {
  const { userId } = await app.signIn()
  await app.db.query({ text: 'update users set email = null where id = $1', values: [userId] })
  const { status, data } = await admin.call('POST /studio/users/:id/invite', of(userId))
  expect([status, data.code]).toEqual([422, 'no_email'])
})

test('a list is filtered and read on, the newest first [STF-11]', async () => {
  const made = []
  for (const name of ['Ada', 'Bob', 'Cyd']) {
    const { userId } = await app.signIn({ role: 'support', email: `${name}@pages.example.com` })
    made.unshift(userId)
  }
  const query = { search: 'pages', role: 'support', 'per-page': 2 }
  const first = (await admin.call('GET /studio/users', { query })).data
  expect(first.users.map(user => user.id)).toEqual(made.slice(0, 2))
  expect(first.next).toBe(String(made[1]))
  const second = await admin.call('GET /studio/users', { query: { ...query, after: first.next } })
  expect(second.data.users.map(user => user.id)).toEqual(made.slice(2))
  expect(second.data.next).toBeNull()
  expect(second.statements).toBe(2)
  await admin.call('POST /studio/users/:id/block', { ...of(made[0] ?? 0), body: { reason: 'Gone' } })
  expect(await found('pages', { blocked: 'yes' })).toEqual(made.slice(0, 1))
  expect(await found('pages', { blocked: 'no' })).toEqual(made.slice(1))
  expect(await found('pages', { role: 'expert' })).toEqual([])
})

test('support can search and view but change nothing; experts and authors cannot even view [STF-01, STF-11]', async () => {
  const support = await app.signIn({ role: 'support' })
  const author = await app.signIn({ role: 'author' })
  const { userId } = await app.signIn()
  expect((await support.call('GET /studio/users')).status).toBe(200)
  expect((await support.call('GET /studio/users/:id', of(userId))).data.id).toBe(userId)
  const body = { first_name: 'Other' }
  expect((await support.call('PATCH /studio/users/:id', { ...of(userId), body })).status).toBe(403)
  expect((await support.call('GET /studio/users/:id/export', of(userId))).status).toBe(403)
  expect((await support.call('POST /studio/users/:id/sign-in-as', of(userId))).status).toBe(403)
  expect((await author.call('GET /studio/users')).status).toBe(403)
})

test('a person is shown with devices and log, in two statements [STF-11, STF-19]', async () => {
  const learner = await app.signIn()
  const body = { last_name: 'Renamed' }
  await admin.call('PATCH /studio/users/:id', { ...of(learner.userId), body })
  const answer = await admin.call('GET /studio/users/:id', of(learner.userId))
  expect(answer.statements).toBe(2)
  expect(answer.data.sessions).toMatchObject([{ app_type: 'web', has_push: false, impersonator: null }])
  expect(answer.data.audit).toMatchObject([
    { action: 'user.change', actor: { id: admin.userId }, detail: { last_name: { to: 'Renamed' } } },
  ])
  expect(JSON.stringify(answer.data)).not.toContain('argon2')
})

test('a log has the verdicts and chats among what staff did [STF-11, STF-19]', async () => {
  const course = await insertHomeworkCourse(app)
  const pupil = await addPupil(app, course)
  const another = await app.signIn()
  const expert = await app.signIn({ role: 'expert' })
  await handIn(pupil, homeworkOf(course, 'required'), { message: 'Done' })
  const review = await reviewOf(pupil, homeworkOf(course, 'required'))
  await judge(expert, review, { verdict: 'DONE' })
  const note = { params: { id: pupil.chatId }, body: { text: 'A good start' } }
  await expert.call('POST /studio/chats/:id/notes', note)
  expect((await read(pupil.client.userId)).audit.map(({ action, target_id }) => [action, target_id])).toEqual([
    ['chat.note', pupil.chatId],
    ['review.verdict', review],
  ])
  expect((await read(another.userId)).audit).toEqual([])
})

test('an added person gets an e-mail to set a password; adding them twice is refused at the field [STF-11]', async () => {
  const body = { first_name: ' New One ', email: 'New.One@example.com', role: 'expert', language_code: 'es' }
  const { data, statements } = await admin.call('POST /studio/users', { body })
  expect(statements).toBeGreaterThan(0)
  const person = await read(data.id)
  expect(person).toMatchObject({ name: 'New One', email: 'new.one@example.com', role: 'expert', has_password: false })
  expect(person.audit[0]).toMatchObject({ action: 'user.add', detail: { role: 'expert' } })
  const again = await admin.call('POST /studio/users', { body })
  expect([again.status, again.data.code, Object.keys(again.data.errors ?? {})]).toEqual([422, 'email_taken', ['email']])
  const nameless = await admin.call('POST /studio/users', { body: { ...body, first_name: ' \u200b' } })
  expect(nameless.data.code).toBe('name_required')
})

test('a change is validated field by field and logged once, with before and after [STF-11, STF-13]', async () => {
  const { userId } = await app.signIn({ email: 'before@example.com' })
  const change = (body: Record<string, unknown>) => admin.call('PATCH /studio/users/:id', { ...of(userId), body })
  expect((await change({ email: 'nonsense' })).data.code).toBe('invalid_email')
  expect((await change({ timezone: 'Mars/Base' })).data.code).toBe('wrong_timezone')
  expect((await change({ first_name: ' ' })).data.code).toBe('name_required')
  expect((await change({ email: 'ANNA.ADMIN@example.com' })).data.code).toBe('email_taken')
  // A proven address gets a notice, which would be one statement more.
  await app.db.query({ text: 'update users set is_email_validated = false where id = $1', values: [userId] })
  const body = { email: 'After@example.com', timezone: 'Asia/Tokyo', is_require_update_password: true }
  expect((await change(body)).statements).toBe(4)
  expect((await change(body)).status).toBe(200)
  const person = await read(userId)
  expect(person).toMatchObject({ ...body, email: 'after@example.com', username: 'after@example.com' })
  expect(person.audit).toHaveLength(1)
  expect(person.audit[0]?.detail).toEqual({
    email: { from: 'before@example.com', to: 'after@example.com' },
    timezone: { from: 'UTC', to: 'Asia/Tokyo' },
    is_require_update_password: { from: false, to: true },
  })
})

test('an administrator puts people into segments by name: blanks and doubles are left out, and one name is one segment [STF-11, STF-13]', async () => {
  const [one, two] = [(await app.signIn()).userId, (await app.signIn()).userId]
  const change = (id: number, segments: string[]) =>
    admin.call('PATCH /studio/users/:id', { ...of(id), body: { segments } })
  expect((await change(one, [' Evening ', '', 'evening', 'Madrid'])).status).toBe(200)
  expect((await change(two, ['EVENING'])).status).toBe(200)
  expect((await change(two, ['EVENING'])).status).toBe(200)
  const person = await read(one)
  expect([person.segments, (await read(two)).segments]).toEqual([['evening', 'Madrid'], ['EVENING']])
  expect(person.audit[0]?.detail).toEqual({ segments: { from: [], to: ['evening', 'Madrid'] } })
  expect((await read(two)).audit).toHaveLength(1)
  const { data } = await admin.call('GET /studio/banner-choices', {})
  expect(data.segments.map(({ name }) => name).toSorted()).toEqual(['EVENING', 'Madrid'])
  const tooLong = await change(one, ['Late', 'x'.repeat(201)])
  expect([tooLong.status, Object.keys(tooLong.data.errors ?? {})]).toEqual([422, ['segments.1']])
  const tooMany = await change(
    one,
    Array.from({ length: 60 }, (_, number) => `s${number}`),
  )
  expect([tooMany.status, Object.keys(tooMany.data.errors ?? {})]).toEqual([422, ['segments']])
  expect((await read(one)).segments, 'a refusal changes nothing').toEqual(['evening', 'Madrid'])
  await change(one, [])
  expect((await read(one)).segments).toEqual([])
})
