import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { bannerTerms } from './testing/access.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ hearsNotifications: true })
})
afterAll(() => app.close())

test('a day names its banners, also when they change while the course is remembered [BAN-02]', async () => {
  const [admin, learner] = [await app.signIn({ role: 'admin' }), await app.signIn()]
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  await enrol(app.db, course, learner.userId)
  const [first = 0, second = 0] = course.days.map(({ id }) => id)
  const params = { courseId: course.id, stageId: course.stages[0]?.id ?? 0 }
  const named = async () =>
    (await learner.call('GET /courses/:courseId/stages/:stageId/days', { params })).data.map(day => day.banner_ids)
  const setState = (id: number, state: 'shown' | 'archived') =>
    admin.call('PUT /studio/banners/:id/state', { params: { id }, body: { state } })
  const add = async (days: number[], sort: number) => {
    const { id } = (await admin.call('POST /studio/banners', { body: { ...bannerTerms, stage_day_ids: days, sort } }))
      .data
    await setState(id, 'shown')
    return id
  }
  expect(await named()).toEqual([[], []])
  const [one, two] = [await add([first], 2), await add([first, second], 1)]
  await expect.poll(named).toEqual([[two, one], [two]])
  await setState(two, 'archived')
  await expect.poll(named).toEqual([[one], []])
})
