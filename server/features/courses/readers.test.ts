import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let learner: TestClient
let id: number

beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
})
afterAll(() => app.close())

const terms = { startsOn: '2026-12-01', endsOn: '2026-12-31' }
const read = (headers: Record<string, string> = {}) =>
  learner.call('GET /courses/:id', { params: { id }, expand: ['lessons'], headers })
const change = (text: string, values: unknown[]) => app.db.query({ text, values })

beforeEach(async () => {
  learner = await app.signIn()
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  id = course.id
  await enrol(app.db, course, learner.userId, { ...terms, isDemo: true })
  await expect.poll(async () => (await read()).statements).toBe(0)
})

test('who reads a course again costs no statement, changed or not', async () => {
  const { headers } = await read()
  const again = await read({ 'if-none-match': String(headers['etag']) })
  expect([again.status, again.statements]).toEqual([304, 0])
})

test('a demo that becomes a full place opens the whole course at once', async () => {
  const lessons = async () => (await read()).data.lessons
  expect(await lessons()).toEqual([])
  await change('update user_streams set is_demo = false where user_id = $1', [learner.userId])
  await expect.poll(lessons).toHaveLength(4)
})

test('who loses the course reads it no longer', async () => {
  await change('delete from user_streams where user_id = $1', [learner.userId])
  await expect.poll(async () => (await read()).status).toBe(404)
})

test('a new version of the course is read', async () => {
  const { version } = (await read()).data
  await change('update courses set version = version + 1 where id = $1', [id])
  await expect.poll(async () => (await read()).data.version).toBe(version + 1)
})

test('a course that is deleted, or goes to another brand, is not found', async () => {
  await change(`update courses set brand_id = 'face' where id = $1`, [id])
  await change('delete from user_streams where user_id = $1', [learner.userId])
  const author = await app.signIn({ role: 'author' })
  const asked = () => author.call('GET /courses/:id', { params: { id } })
  expect((await asked()).status).toBe(404)
  await change(`update courses set brand_id = 'kurso' where id = $1`, [id])
  await expect.poll(async () => (await asked()).status).toBe(200)
  await change(`update courses set brand_id = 'face' where id = $1`, [id])
  await expect.poll(async () => (await asked()).status).toBe(404)
})

test('staff who become learners read only their own courses', async () => {
  const author = await app.signIn({ role: 'author' })
  const asked = () => author.call('GET /courses/:id', { params: { id } })
  expect((await asked()).status).toBe(200)
  await change(
    `with changed as (update users set role = 'learner' where id = $1)
     select pg_notify('session_changed', encode(token_hash, 'hex')) from sessions where user_id = $1`,
    [author.userId],
  )
  await expect.poll(async () => (await asked()).status).toBe(404)
})

test('what nobody may read is not remembered: a new place counts at once', async () => {
  const stranger = await app.signIn()
  const asked = () => stranger.call('GET /courses/:id', { params: { id } })
  expect((await asked()).status).toBe(404)
  await change('update user_streams set user_id = $1 where user_id = $2', [stranger.userId, learner.userId])
  expect((await asked()).status).toBe(200)
})
