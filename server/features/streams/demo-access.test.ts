import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'

let app: TestApp
let course: CourseFixture

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T22:30:00Z')
  course = await insertCourse(app.db, { stages: [{ days: [{}, {}, {}] }] })
  await app.db.query({
    text: `update courses set key = 'morning-practice', days_count = 3 where id = $1`,
    values: [course.id],
  })
})
afterAll(() => app.close())

const ask = (client: TestClient, headers = {}) => client.call('POST /user-course-streams/demo', { headers })
const listed = async (client: TestClient) => (await client.call('GET /user-course-streams')).data

test('the demo course is given once, from the learner’s own today, however many devices ask at once [GRD-07]', async () => {
  const learner = await app.signIn({ timezone: 'Asia/Tokyo' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(learner)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(answers.filter(({ data }) => data.is_created)).toHaveLength(1)
  const streams = await listed(learner)
  expect(streams).toHaveLength(1)
  expect(streams[0]).toMatchObject({
    course_id: course.id,
    is_demo: true,
    course_full_access: false,
    starts_on: '2026-12-03',
    ends_on: '2026-12-05',
  })
  const again = await ask(learner)
  expect(again.data).toEqual({ is_created: false })
  expect(again.statements).toBeLessThanOrEqual(4)
})

test('a removed demo does not come back, and a learner with a stream gets none [GRD-07]', async () => {
  const learner = await app.signIn()
  expect((await ask(learner)).data).toEqual({ is_created: true })
  await app.db.query({ text: 'delete from user_streams where user_id = $1', values: [learner.userId] })
  expect((await ask(learner)).data).toEqual({ is_created: false })
  const enrolled = await app.signIn()
  await enrol(app.db, course, enrolled.userId)
  expect((await ask(enrolled)).data).toEqual({ is_created: false })
  expect((await listed(enrolled)).map(({ is_demo }) => is_demo)).toEqual([false])
})

test('a brand without a demo gives none, and the mobile app has its own switch [GRD-07] [BRD-05]', async () => {
  const elsewhere = await app.signIn({ brandId: 'mind' })
  const refused = await elsewhere.call('POST /user-course-streams/demo', { appId: 'mind' })
  expect([refused.status, refused.data]).toEqual([403, expect.objectContaining({ code: 'demo_closed' })])
  const brand = app.brands.default
  brand.mobileApp.isDemoAccessible = false
  const learner = await app.signIn()
  expect((await ask(learner, { 'x-app-type': 'mobile' })).status).toBe(403)
  brand.mobileApp.isDemoAccessible = true
  expect((await ask(learner, { 'x-app-type': 'mobile' })).data).toEqual({ is_created: true })
})

test('a plan without the mobile app opens nothing of the stream there, but everything on the web [GRD-09] [GRD-10]', async () => {
  const learner = await app.signIn()
  const id = await enrol(app.db, course, learner.userId)
  const day = { params: { streamId: id, dayId: course.days[0]?.id ?? 0 }, body: {} }
  await app.db.query({ text: 'update user_streams set mobile_access = false where id = $1', values: [id] })
  const asMobile = { headers: { 'x-app-type': 'mobile' } }
  const refused = [
    await learner.call('GET /user-course-streams/:id', { params: { id }, ...asMobile, language: 'es' }),
    await learner.call('GET /user-course-streams/:id/status', { params: { id }, ...asMobile, language: 'es' }),
    await learner.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
      ...day,
      ...asMobile,
      language: 'es',
    }),
  ]
  for (const { status, data } of refused)
    expect([status, data]).toEqual([403, { code: 'mobile_denied', message: 'Tu plan no incluye la aplicación móvil' }])
  expect((await learner.call('GET /user-course-streams', asMobile)).data[0]?.mobile_access).toBe(false)
  expect((await learner.call('GET /user-course-streams/:id/status', { params: { id } })).status).toBe(200)
  await app.db.query({ text: 'update user_streams set mobile_access = true where id = $1', values: [id] })
  expect((await learner.call('GET /user-course-streams/:id/status', { params: { id }, ...asMobile })).status).toBe(200)
})
