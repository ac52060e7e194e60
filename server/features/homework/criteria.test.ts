import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { courseSchool, plannedCourse } from '#server/app/testing/course-school.ts'
import {
  handIn,
  judge,
  type Judgement,
  type Pupil,
  readHomework,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { wirePath } from '#shared/platform/contract.ts'

let app: TestApp
let school: Awaited<ReturnType<typeof courseSchool>>
let pupil: Pupil
let expert: TestClient
let colleague: TestClient
let photo: number
let review: number

const secret = 'Leaves in first, then water'
const both = (en: string, ru: string) => ({ en, ru })
const back = { key: 'back', text: both('The back is straight', 'Спина прямая') }
const knees = { key: 'knees', text: both('The knees stay out', 'Колени врозь') }
const breath = { key: 'breath', text: both('You breathe', 'Вы дышите') }

/** The course with one homework on each of two days, the first with criteria and a solution. */
function courseWith(criteria: object[] = [back, knees], solution: object = both(secret, `${secret} (ru)`)) {
  const course = plannedCourse([
    { key: 'one', title: 'One', homeworks: [] },
    { key: 'two', title: 'Two', homeworks: [] },
  ])
  const [stage] = course.stages
  const days = stage?.days.map((day, index) => ({
    ...day,
    homeworks: [
      {
        key: index ? 'words' : 'photo',
        title: { en: index ? 'Words' : 'Photo' },
        text: { en: 'Show it.' },
        isDemoAccessible: true,
        ...(index === 0 && { criteria, solution }),
      },
    ],
  }))
  return { ...course, languages: ['en', 'ru'], isPartlyTranslated: true, stages: [{ ...stage, days }] }
}

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-10T10:00:00Z')
  school = await courseSchool(app)
  expert = await app.signIn({ role: 'expert' })
  colleague = await app.signIn({ role: 'expert' })
})
beforeEach(async () => {
  await app.db.query({ text: 'delete from courses' })
  await school.take(courseWith())
  pupil = await school.pupil()
  photo = await school.idOf('homeworks', 'Photo')
  await handIn(pupil, photo)
  review = await reviewOf(pupil, photo)
})
afterAll(async () => {
  await school.remove()
  await app.close()
})

const detail = (by = expert, language: 'en' | 'ru' | 'es' = 'en') =>
  by.call('GET /studio/reviews/:id', { params: { id: review }, language })
const ticks = (...met: string[]) => ['back', 'knees'].map(key => ({ key, is_met: met.includes(key) }))
const sendBack = (criteria?: Judgement['criteria']): Judgement => ({
  verdict: 'FAIL',
  message: 'Once more',
  ...(criteria && { criteria }),
})
const attempts = async () => (await readHomework(pupil, photo)).data.attempts

test('an expert sees the criteria in their order and the solution, in their language [STF-17]', async () => {
  const { data } = await detail()
  expect(data.criteria).toEqual([
    { key: 'back', text: 'The back is straight' },
    { key: 'knees', text: 'The knees stay out' },
  ])
  expect(data.solution).toBe(secret)
  expect((await detail(expert, 'ru')).data).toMatchObject({
    criteria: [{ text: 'Спина прямая' }, { text: 'Колени врозь' }],
    solution: `${secret} (ru)`,
  })
  expect((await detail(pupil.client)).status).toBe(403)
})

test('the learner reads with the verdict which criteria are met, in their language, also after these were changed [STF-17]', async () => {
  expect((await attempts())[0]?.criteria).toEqual([])
  expect((await judge(expert, review, sendBack(ticks('knees')))).status).toBe(200)
  const judged = [
    { key: 'back', text: 'The back is straight', is_met: false },
    { key: 'knees', text: 'The knees stay out', is_met: true },
  ]
  expect((await attempts())[0]?.criteria).toEqual(judged)
  const params = { streamId: pupil.streamId, statusId: pupil.statusOf(photo) }
  const call = 'GET /user-course-streams/:streamId/user-homework/:statusId'
  expect((await pupil.client.call(call, { params, language: 'ru' })).data.attempts[0]?.criteria).toMatchObject([
    { text: 'Спина прямая' },
    { text: 'Колени врозь' },
  ])
  await school.take(courseWith([breath]))
  expect((await attempts())[0]?.criteria).toEqual(judged)
  expect((await detail()).data.attempts[0]?.criteria).toEqual(judged)
  await handIn(pupil, photo)
  await judge(expert, await reviewOf(pupil, photo), { verdict: 'DONE', criteria: [{ key: 'breath', is_met: true }] })
  expect((await attempts()).map(one => one.criteria)).toEqual([
    [{ key: 'breath', text: 'You breathe', is_met: true }],
    judged,
  ])
})

test.each([
  ['of a version that is outdated', [{ key: 'back', is_met: true }]],
  ['that are no longer there', [...ticks('back'), { key: 'gone', is_met: true }]],
  ['said twice', [...ticks('back').slice(0, 1), ...ticks('back').slice(0, 1)]],
  ['left out', []],
])('criteria %s are refused, and nothing is written [STF-17]', async (_, criteria) => {
  const refused = await judge(expert, review, sendBack(criteria))
  expect([refused.status, refused.data.code, Object.keys(refused.data.errors ?? {})]).toEqual([
    409,
    'criteria_changed',
    ['criteria'],
  ])
  expect((await attempts())[0]).toMatchObject({ verdict: null, criteria: [] })
})

test.each([
  ['en', 'The criteria of this homework have changed in the meantime. Check them again.'],
  ['ru', 'Критерии этого задания изменились, пока вы проверяли работу. Посмотрите их ещё раз.'],
  ['es', 'Mientras tanto han cambiado los criterios de esta tarea. Vuelve a mirarlos.'],
] as const)(
  'after a publication the criteria of before are refused in %s, those of now are taken [STF-17]',
  async (language, text) => {
    await school.take(courseWith([knees, breath]))
    const body = sendBack(ticks('back'))
    const refused = await expert.call('POST /studio/reviews/:id/verdict', { params: { id: review }, body, language })
    expect(refused.data.message).toBe(text)
    const now = (await detail()).data.criteria.map(({ key }) => ({ key, is_met: key === 'breath' }))
    expect((await judge(expert, review, sendBack(now))).status).toBe(200)
    expect((await attempts())[0]?.criteria).toMatchObject([
      { key: 'knees', is_met: false },
      { key: 'breath', is_met: true },
    ])
  },
)

test('a verdict that says nothing of criteria is taken as before [STF-17]', async () => {
  expect((await judge(expert, review, sendBack())).status).toBe(200)
  expect((await attempts())[0]).toMatchObject({ verdict: 'FAIL', criteria: [] })
})

test('sent again, the first ticks stay, and those of a second expert are refused [STF-17]', async () => {
  const first = sendBack(ticks('back'))
  const again = await Promise.all(Array.from({ length: 3 }, () => judge(expert, review, first, 'same')))
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await judge(expert, review, sendBack(ticks('knees')), 'same')).status).toBe(200)
  expect((await judge(colleague, review, { verdict: 'DONE', criteria: ticks('back', 'knees') })).data.code).toBe(
    'review_done',
  )
  expect((await attempts())[0]).toMatchObject({
    verdict: 'FAIL',
    criteria: [
      { key: 'back', is_met: true },
      { key: 'knees', is_met: false },
    ],
  })
})

test('a submission at homework that has left the course is judged by its criteria', async () => {
  const { stages, ...course } = courseWith()
  const [stage] = stages
  await school.take({ ...course, stages: [{ ...stage, days: stage?.days?.slice(1) }] })
  expect((await detail()).data.solution).toBe(secret)
  expect((await judge(expert, review, sendBack(ticks('back')))).status).toBe(200)
})

test('no call that a learner may make says the solution, nor does what they export [STF-17]', async () => {
  await judge(expert, review, sendBack(ticks('back')))
  const { rows } = await app.db.query<{ id: number; stage: number; day: number }>({
    text: `select c.id, g.id as stage, d.id as day from courses c join course_stages g on g.course_id = c.id
      join course_days d on d.stage_id = g.id order by d.day_number limit 1`,
  })
  const [{ id, stage, day } = { id: 0, stage: 0, day: 0 }] = rows
  const values: Record<string, number> = {
    courseId: id,
    stageId: stage,
    dayId: day,
    streamId: pupil.streamId,
    statusId: pupil.statusOf(photo),
    chatId: pupil.chatId,
  }
  const idIn = (path: string) =>
    path.includes('/user-course-streams/') ? pupil.streamId : path.includes('/chats/') ? pupil.chatId : id
  const carrying: string[] = []
  for (const { name, call } of app.routes) {
    const { method, path } = wirePath(name)
    if (method !== 'GET' || (call.access !== 'learner' && call.access !== 'public')) continue
    const url = path.replace(/:(\w+)/g, (_, param: string) =>
      String(param === 'id' ? idIn(path) : (values[param] ?? 1)),
    )
    const { body, statusCode } = await app.server.inject({
      url: call.expand ? `${url}?expand=${call.expand.join(',')}` : url,
      headers: { authorization: `Bearer ${pupil.client.token}`, 'x-app-id': 'kurso' },
    })
    expect(body, name).not.toContain(secret)
    if (statusCode === 200 && body.includes('"Photo"')) carrying.push(name)
  }
  // Where homework is told at all, so that what is looked through has some.
  expect(carrying.toSorted()).toEqual([
    'GET /chats/:id/messages',
    'GET /courses',
    'GET /courses/:courseId/stages',
    'GET /courses/:courseId/stages/:stageId/days',
    'GET /courses/:courseId/stages/:stageId/days/:dayId',
    'GET /courses/:id',
    'GET /homework',
    'GET /user-course-streams/:streamId/user-homework/:statusId',
  ])
  const admin = await app.signIn({ role: 'admin' })
  const own = await admin.call('GET /studio/users/:id/export', { params: { id: pupil.client.userId } })
  expect(own.status).toBe(200)
  expect(JSON.stringify(own.data)).toContain('The back is straight')
  expect(JSON.stringify(own.data)).not.toContain(secret)
})
