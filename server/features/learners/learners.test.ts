import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, post } from '#server/app/testing/chat-people.ts'
import { type CourseFixture, enrol, freeze, insertCourse } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  type Pupil,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil
let admin: TestClient
let expert: TestClient
let support: TestClient
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set('2026-12-02T10:00:00Z')
  course = await insertHomeworkCourse(app)
  pupil = await addPupil(app, course)
  admin = await app.signIn({ role: 'admin' })
  expert = await app.signIn({ role: 'expert' })
  support = await app.signIn({ role: 'support' })
})
afterAll(() => app.close())

const cardOf = (id = pupil.client.userId) => ({ params: { id } })
const placeOf = (by: TestClient, placeId = pupil.streamId) =>
  by.call('GET /studio/learners/:id/places/:placeId', { params: { id: pupil.client.userId, placeId } })
const reads = ['GET /studio/learners/:id', 'GET /studio/learners/:id/work', 'GET /studio/learners/:id/notes'] as const

/** Another course whose only expert is somebody else, and the learner's place in it. */
async function closedCourse(learnerId: number) {
  const other = await insertCourse(app.db, { stages: [{ days: [{}] }] })
  const { userId } = await app.signIn({ role: 'expert' })
  await app.db.query({ text: 'insert into course_experts values ($1, $2)', values: [other.id, userId] })
  return enrol(app.db, other, learnerId)
}

test('a card has the state of each course as its learner sees it, the zone and the last visit [STF-19]', async () => {
  const paused = await app.signIn()
  await freeze(app.db, await enrol(app.db, course, paused.userId), '2026-12-01', '2026-12-07')
  await app.db.query({ text: `update users set timezone = 'Asia/Tokyo' where id = $1`, values: [paused.userId] })
  for (const learner of [pupil.client, paused]) {
    const { data } = await admin.call('GET /studio/learners/:id', cardOf(learner.userId))
    const seen = (await learner.call('GET /user-course-streams')).data
    expect(data.places).toMatchObject(seen.map(({ status, ends_on, starts_on }) => ({ status, ends_on, starts_on })))
  }
  const { data } = await admin.call('GET /studio/learners/:id', cardOf(paused.userId))
  expect(data).toMatchObject({ timezone: 'Asia/Tokyo', places: [{ status: 'freeze', is_demo: false }] })
  expect(data.seen_at).toBeGreaterThan(0)
})

test('an expert sees learners of their courses and there only those courses; nobody sees another brand’s [STF-19]', async () => {
  const learner = (await addPupil(app, course)).client
  const hidden = await closedCourse(learner.userId)
  const placesFor = async (by: TestClient) =>
    (await by.call('GET /studio/learners/:id', cardOf(learner.userId))).data.places.length
  expect([await placesFor(admin), await placesFor(support), await placesFor(expert)]).toEqual([2, 2, 1])
  const params = { id: learner.userId, placeId: hidden }
  expect((await expert.call('GET /studio/learners/:id/places/:placeId', { params })).status).toBe(404)
  expect((await admin.call('GET /studio/learners/:id/places/:placeId', { params })).status).toBe(200)

  const stranger = await app.signIn()
  await closedCourse(stranger.userId)
  const elsewhere = await app.signIn({ brandId: 'face' })
  for (const name of reads) {
    expect((await expert.call(name, cardOf(stranger.userId))).status).toBe(404)
    expect((await expert.call(name, cardOf(expert.userId))).status).toBe(404)
    expect((await admin.call(name, cardOf(elsewhere.userId))).status).toBe(404)
    expect((await support.call(name, cardOf(stranger.userId))).status).toBe(200)
  }
  const body = { text: 'Hello' }
  expect((await expert.call('POST /studio/learners/:id/notes', { ...cardOf(stranger.userId), body })).status).toBe(404)
  const author = await app.signIn({ role: 'author' })
  expect((await author.call('GET /studio/learners/:id', cardOf())).status).toBe(403)
  await app.db.query({ text: 'update users set is_trial = true where id = $1', values: [stranger.userId] })
  expect((await support.call('GET /studio/learners/:id', cardOf(stranger.userId))).status).toBe(404)
})

test('a card has what its learner chose on joining, in the words of the school and the language of the reader [STF-19]', async () => {
  const learner = (await addPupil(app, course)).client
  const answersFor = async (by: TestClient, language = 'en') =>
    (await by.call('GET /studio/learners/:id', { ...cardOf(learner.userId), headers: { 'accept-language': language } }))
      .data.answers
  expect(await answersFor(expert)).toEqual([])
  await learner.call('PUT /user-answers', { body: { name: 'dayTime', value: 'evening' } })
  await learner.call('PUT /user-answers', { body: { name: 'level', value: 'beginner' } })
  const told = [
    { question: 'How much do you know already?', answer: 'I’m starting from zero' },
    { question: 'When do you like to learn?', answer: 'In the evening' },
  ]
  for (const by of [expert, support, admin]) expect(await answersFor(by)).toEqual(told)
  expect(await answersFor(expert, 'es')).toContainEqual({ question: '¿Cuánto sabes ya?', answer: 'Empiezo de cero' })
  await app.db.query({
    text: `insert into onboarding_answers (user_id, name, value) values ($1, 'goal', 'fame'), ($1, 'gone', 'away')`,
    values: [learner.userId],
  })
  expect(await answersFor(expert), 'without what the school no longer offers').toEqual(told)
})

test('a place is shown day by day, with why each day is not done, by name [STF-19]', async () => {
  const [first] = course.days
  await app.db.query({
    text: `with film as (insert into media (key, type, name, mime, bytes, files, brand_id, status, duration_ms)
             values ('film', 1, 'film.mp4', 'video/mp4', 1, '{}', 'kurso', 'DONE', 480000) returning id)
           update course_lessons l set video_id = film.id from film, course_lesson_set_lessons p
           where p.lesson_id = l.id and p.id = $1`,
    values: [first?.lessonIds[0]],
  })
  await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [course.id] })
  const day = { params: { streamId: pupil.streamId, dayId: first?.id ?? 0 }, body: {} }
  await pupil.client.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', day)
  await pupil.client.call('POST /save-lesson-stat', {
    body: {
      user_course_stream_id: pupil.streamId,
      stage_day_id: first?.id ?? 0,
      stage_day_lesson_set_lesson_id: first?.lessonIds[0] ?? 0,
      viewed_seconds: 180,
      play_count: 1,
    },
  })
  const { data, statements } = await placeOf(expert)
  expect(statements).toBeLessThanOrEqual(3)
  expect(data).toMatchObject({ status: 'open', days_done: 0 })
  const told = data.days.map(({ title, state, lacks }) => [
    title,
    state,
    lacks.map(lack => [lack.kind, lack.title ?? lack.opens_on, lack.homework_status ?? lack.watched_seconds].join(' ')),
  ])
  const homework = 'homework Homework NOT_UPLOADED'
  expect(told).toEqual([
    ['Day 1', 'current', [`lesson ${await lessonTitle(first?.lessonIds[0])} 180`, homework, homework, 'finish  ']],
    ['Day 2', 'open', ['start  ']],
    ['Day 3', 'locked', ['date 2026-12-03 ', homework]],
    ['Day 4', 'locked', ['date 2026-12-04 ', homework]],
  ])
  const status = await pupil.client.call('GET /user-course-streams/:id/status', {
    params: { id: pupil.streamId },
    expand: ['days'],
  })
  expect(data.days.map(({ id, state, opens_on }) => ({ stage_day_id: id, state, opens_on }))).toMatchObject(
    status.data.days?.map(({ stage_day_id, state, opens_on }) => ({ stage_day_id, state, opens_on })) ?? [],
  )
})

async function lessonTitle(placeId: number | undefined) {
  const { rows } = await app.db.query<{ title: string }>({
    text: `select l.texts -> 'en' ->> 'title' as title from course_lessons l
           join course_lesson_set_lessons p on p.lesson_id = l.id where p.id = $1`,
    values: [placeId],
  })
  return rows[0]?.title
}

test('homework, chats and consultations are for who answers in the course, requests for support [STF-19]', async () => {
  const task = homeworkOf(course, 'required')
  await handIn(pupil, task)
  const review = await reviewOf(pupil, task)
  await judge(expert, review, { verdict: 'DONE', points: 40 })
  await post(pupil.client, pupil.chatId, 'A question')
  await app.db.query({ text: 'update user_streams set max_consultation_count = 3' })
  const chat = { params: { id: pupil.chatId }, body: {}, idempotencyKey: newKey() }
  expect((await expert.call('POST /studio/chats/:id/consultations', chat)).status).toBe(200)
  await pupil.client.call('POST /tech-questions', {
    body: { support_category_id: 23, name: 'Ann', message: 'Where is my lesson?' },
  })
  const work = async (by: TestClient) => (await by.call('GET /studio/learners/:id/work', cardOf())).data
  expect(await work(admin)).toMatchObject({
    homeworks: [
      { title: 'Homework', course_title: 'Course', status: 'DONE', attempts: 1, review_id: review, points: 40 },
    ],
    chats: [{ id: pupil.chatId, course_title: 'Course', consultations_most: 3, consultations: [{ status: 'open' }] }],
    requests: [{ text: 'Where is my lesson?', state: 'open' }],
  })
  expect(await work(expert)).toMatchObject({ homeworks: [{}], chats: [{}], requests: null })
  expect(await work(support)).toMatchObject({ homeworks: null, chats: null, requests: [{}] })
})

test('video consultations that were booked stand on the card, an expert sees their own, as in the calendar [STF-19]', async () => {
  const learner = await addPupil(app, course)
  const other = await app.signIn({ role: 'expert' })
  const booking = { learnerId: learner.client.userId, streamId: learner.streamId, expertId: expert.userId }
  const day = (number: number) => Date.parse(`2026-11-0${number}T10:00:00Z`)
  const past = await insertConsultation(app.db, { ...booking, startsAt: day(3), status: 'rated' })
  const theirs = await insertConsultation(app.db, { ...booking, expertId: other.userId, startsAt: day(4) })
  const next = await insertConsultation(app.db, { ...booking, startsAt: day(5) })
  await insertConsultation(app.db, { ...booking, startsAt: day(6), status: 'lapsed' })
  await insertConsultation(app.db, { ...booking, learnerId: pupil.client.userId, startsAt: day(7) })
  const seen = async (by: TestClient) =>
    (await by.call('GET /studio/learners/:id/work', cardOf(learner.client.userId))).data.video_consultations
  for (const by of [admin, support])
    expect((await seen(by)).map(({ id, status }) => [id, status])).toEqual([
      [next, 'confirmed'],
      [theirs, 'confirmed'],
      [past, 'rated'],
    ])
  const own = await seen(expert)
  expect(own).toMatchObject([
    { id: next, kind: { title: 'Talk' }, expert: { id: expert.userId }, course_title: 'Course', is_managed: true },
    { id: past, start_date_time: day(3) / 1000 },
  ])
  const { data } = await expert.call('GET /studio/video-consultations/:id', { params: { id: next } })
  expect(own[0]).toEqual(data)
})

test('points say what each was for; an expert sees those of their courses [STF-19]', async () => {
  const learner = await addPupil(app, course)
  const hidden = await closedCourse(learner.client.userId)
  const [day] = course.days
  const entries = [
    [10, 'day', `stream:${learner.streamId}:day:${day?.id}`],
    [40, 'homework', `user_homework:${learner.statusOf(homeworkOf(course, 'required'))}`],
    [7, 'day', `stream:${hidden}:day:${day?.id}`],
    [5, 'gift', 'user_homework:spring'],
  ]
  for (const [amount, type, source] of entries)
    await app.db.query({
      text: 'insert into user_scores (user_id, amount, type, source) values ($1, $2, $3, $4)',
      values: [learner.client.userId, amount, type, source],
    })
  const points = async (by: TestClient, page = 1) =>
    (await by.call('GET /studio/learners/:id/points', { ...cardOf(learner.client.userId), query: { page } })).data.map(
      ({ amount, title, course_title }) => [amount, title, course_title],
    )
  const own = [
    [40, 'Homework', 'Course'],
    [10, 'Day 1', 'Course'],
  ]
  expect(await points(admin)).toEqual([[5, null, null], [7, 'Day 1', 'Course'], ...own])
  expect(await points(expert)).toEqual(own)
  expect(await points(admin, 2)).toEqual([])
})

test('points that staff gave say why, to those who see them [STF-19]', async () => {
  const learner = await addPupil(app, course)
  const given = { params: { id: learner.client.userId }, body: { amount: 20, reason: 'Helped others' } }
  await admin.call('POST /studio/users/:id/points', { ...given, idempotencyKey: newKey() })
  const notes = async (by: TestClient) =>
    (await by.call('GET /studio/learners/:id/points', cardOf(learner.client.userId))).data.map(({ note }) => note)
  expect(await notes(admin)).toEqual(['Helped others'])
  expect(await notes(expert)).toEqual([])
})

test('orders are what the learner sees as subscriptions, for support and administrators [STF-19]', async () => {
  await app.db.query({
    text: `insert into payment_subscriptions (user_id, title, status, is_lifetime) values ($1, 'Club', 'Active', true)`,
    values: [pupil.client.userId],
  })
  const seen = (await pupil.client.call('GET /payment-subscription')).data
  expect(seen).toHaveLength(1)
  expect((await support.call('GET /studio/learners/:id/orders', cardOf())).data).toEqual(seen)
  expect((await expert.call('GET /studio/learners/:id/orders', cardOf())).status).toBe(403)
  const elsewhere = await app.signIn({ brandId: 'face' })
  expect((await admin.call('GET /studio/learners/:id/orders', cardOf(elsewhere.userId))).status).toBe(404)
})

test('notes are written once, by two authors, changed by their author, and deleted [STF-19]', async () => {
  const params = cardOf((await addPupil(app, course)).client.userId)
  const write = (by: TestClient, text: string, idempotencyKey = newKey()) =>
    by.call('POST /studio/learners/:id/notes', { ...params, body: { text }, idempotencyKey })
  const list = async (by: TestClient) => (await by.call('GET /studio/learners/:id/notes', params)).data
  const key = newKey()
  const [one, again] = await Promise.all([write(expert, ' Bad knee ', key), write(expert, ' Bad knee ', key)])
  expect(again.data).toEqual(one.data)
  const other = await write(support, 'Asked for a refund', key)
  expect((await list(admin)).map(({ text, author }) => [text, author?.id])).toEqual([
    ['Asked for a refund', support.userId],
    ['Bad knee', expert.userId],
  ])
  expect((await write(expert, ' \n ')).status).toBe(422)
  const change = (by: TestClient, noteId: number, text: string) =>
    by.call('PUT /studio/learners/:id/notes/:noteId', { params: { ...params.params, noteId }, body: { text } })
  const remove = (by: TestClient, noteId: number) =>
    by.call('DELETE /studio/learners/:id/notes/:noteId', { params: { ...params.params, noteId } })
  app.clock.now += 60_000
  expect((await change(expert, one.data.id, 'Bad left knee')).data).toMatchObject({
    text: 'Bad left knee',
    edited_at: Math.floor(app.clock.now / 1000),
  })
  const refused = await change(admin, one.data.id, 'Fine')
  expect([refused.status, refused.data.code]).toEqual([403, 'note_of_others'])
  expect((await change(expert, one.data.id, ' ')).status).toBe(422)
  expect((await change(expert, 987_654, 'x')).status).toBe(404)
  expect((await remove(expert, other.data.id)).data.code).toBe('note_of_others')
  expect((await remove(expert, one.data.id)).status).toBe(200)
  expect((await remove(expert, one.data.id)).status).toBe(404)
  expect((await remove(admin, other.data.id)).status).toBe(200)
  expect(await list(support)).toEqual([])
})

test('a note is in the export of the learner’s data, in nothing else of theirs, and goes with them [STF-19]', async () => {
  const learner = (await addPupil(app, course)).client
  const params = cardOf(learner.userId)
  await expert.call('POST /studio/learners/:id/notes', { ...params, body: { text: 'Careful with the neck' } })
  const { data } = await admin.call('GET /studio/users/:id/export', params)
  expect(data.data['learner_notes']).toMatchObject([{ text: 'Careful with the neck', author_id: expert.userId }])
  expect((await learner.call('GET /studio/learners/:id/notes', params)).status).toBe(403)
  const person = (await admin.call('GET /studio/users/:id', params)).data
  expect(person.audit[0]).toMatchObject({ action: 'user.export' })
  expect(person.audit[1]).toMatchObject({ action: 'note.add', actor: { id: expert.userId } })
  await admin.call('POST /studio/users/:id/erase', { ...params, body: { confirm: person.email } })
  const { rows } = await app.db.query({
    text: 'select from learner_notes where user_id = $1',
    values: [learner.userId],
  })
  expect(rows).toEqual([])
})

test('notes come in pages, the newest first [STF-19]', async () => {
  const params = cardOf((await addPupil(app, course)).client.userId)
  for (let at = 1; at <= 21; at++)
    await expert.call('POST /studio/learners/:id/notes', {
      ...params,
      body: { text: `Note ${at}` },
      idempotencyKey: newKey(),
    })
  const page = async (number: number) =>
    admin.call('GET /studio/learners/:id/notes', { ...params, query: { page: number } })
  const first = await page(1)
  expect(first.data).toHaveLength(20)
  expect(first.data[0]?.text).toBe('Note 21')
  expect([first.headers['x-pagination-page-count'], first.headers['x-pagination-total-count']]).toEqual(['2', '21'])
  expect((await page(2)).data.map(({ text }) => text)).toEqual(['Note 1'])
  expect((await page(3)).data).toEqual([])
})
