import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app/app.ts'
import { auditOf, eventsOf, insertUpload, read } from '#server/app/testing/chat-people.ts'
import type { CourseFixture } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  type Judgement,
  judge,
  type Pupil,
  readHomework,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil
let expert: TestClient
let colleague: TestClient
let review: number
let film: number
const required = () => homeworkOf(course, 'required')

beforeAll(async () => {
  app = await startTestApp()
  course = await insertHomeworkCourse(app)
  expert = await app.signIn({ role: 'expert' })
  colleague = await app.signIn({ role: 'expert' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-12-10T10:00:00Z')
  pupil = await addPupil(app, course)
  film = await insertUpload(app, pupil.client.userId, { type: 1, name: 'squat.mp4' })
  await handIn(pupil, required(), { message: 'My squat', file_ids: [film] })
  review = await reviewOf(pupil, required())
})

const balance = async () => (await pupil.client.call('GET /user-score/amount')).data.amount
const approve: Judgement = { verdict: 'DONE' }
const sendBack: Judgement = { verdict: 'FAIL', message: 'Once more' }

test('an approval is a message with remarks, the status, the points, a log entry and news [STF-05, STF-13, HWK-06, HWK-07]', async () => {
  app.clock.set('2026-12-10T11:00:00Z')
  const comments = [{ file_id: film, seconds: 42.5, message: ' Lower here ' }]
  const answer = await judge(expert, review, { verdict: 'DONE', message: 'Well done', comments })
  expect(answer.data).toMatchObject({ id: review, verdict: 'DONE', claim: null, reviewed_at: app.clock.now / 1000 })
  expect(answer.statements).toBe(5)
  const [message] = (await read(pupil.client, pupil.chatId)).data
  expect(message).toMatchObject({
    kind: 'verdict',
    message: 'Well done',
    employee: { id: expert.userId, isExpert: true },
    comments: [{ file_id: film, seconds: 42.5, message: 'Lower here' }],
    homework: { attempt_id: review, attempt_number: 1, verdict: 'DONE', points: 50 },
  })
  const { attempts, status } = (await readHomework(pupil, required())).data
  expect(status).toMatchObject({ status: 'DONE', due_at: null })
  expect(attempts).toMatchObject([{ verdict: 'DONE', points: 50, answer: { id: message?.id } }])
  expect(await balance()).toBe(50)
  expect(await auditOf(app, 'review', review)).toMatchObject([
    { actor_id: expert.userId, action: 'review.verdict', detail: { verdict: 'DONE', points: 50 } },
  ])
  expect((await eventsOf(app, pupil.chatId)).slice(-2).map(({ type, data }) => [type, data])).toEqual([
    ['message', { message_id: message?.id }],
    ['homework', { status_id: status.id }],
  ])
})

test('the next stage opens with the approval, at once and on every node [HWK-07, PRG-07]', async () => {
  const database = openDatabase(app.connection, () => undefined, 2)
  const node = { database, brands: app.brands, log: pino({ level: 'silent' }), clock: () => app.clock.now }
  const { server: other } = await buildApp({
    ...node,
    dataDir: app.dataDir,
    trustProxy: false,
    isHttps: false,
    publicUrl: '',
    outbox: {},
  })
  try {
    const params = { streamId: pupil.streamId, dayId: course.days[2]?.id ?? 0 }
    const url = `/spa/api/v1/user-course-streams/${params.streamId}/user-day-status/${params.dayId}/start`
    const headers = { authorization: `Bearer ${pupil.client.token}`, 'x-app-id': 'kurso' }
    const there = async () => (await other.inject({ method: 'POST', url, headers, payload: {} })).statusCode
    const view = async () => {
      const lesson = course.days[2]?.lessonIds[0] ?? 0
      const body = { stage_day_lesson_set_lesson_id: lesson, viewed_seconds: 5, play_count: 1 }
      const place = { user_course_stream_id: params.streamId, stage_day_id: params.dayId }
      return (await pupil.client.call('POST /save-lesson-stat', { body: { ...body, ...place } })).status
    }
    const stages = async () => {
      const input = { params: { id: pupil.streamId }, expand: ['stages', 'homeworks'] }
      const { data } = await pupil.client.call('GET /user-course-streams/:id/status', input)
      return [data.stages?.map(stage => stage.status), data.homeworks?.at(-1)?.is_locked]
    }
    expect([await there(), await view(), await stages()]).toEqual([409, 409, [['open', 'close'], true]])
    await judge(expert, review, sendBack)
    expect([await there(), await view()]).toEqual([409, 409])
    await handIn(pupil, required())
    await judge(expert, await reviewOf(pupil, required()), approve)
    expect([await there(), await view(), await stages()]).toEqual([200, 200, [['open', 'open'], false]])
    expect((await handIn(pupil, homeworkOf(course, 'later'))).status).toBe(200)
  } finally {
    await other.close()
    await database.close()
  }
})

test('the same verdict sent twice, even at once, counts once [REL-02, STF-05, HWK-07]', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => judge(expert, review, approve, 'same')))
  answers.push(await judge(expert, review, approve, 'same'))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.verdict}`))).toEqual(new Set(['200 DONE']))
  expect(await balance()).toBe(50)
  expect((await read(pupil.client, pupil.chatId)).data.filter(({ kind }) => kind === 'verdict')).toHaveLength(1)
  expect(await auditOf(app, 'review', review)).toHaveLength(1)
})

test('of two experts who answer at once one wins, and the other is told so [STF-05]', async () => {
  const answers = await Promise.all([judge(expert, review, approve), judge(colleague, review, sendBack)])
  expect(answers.map(({ status, data }) => data.code ?? String(status)).toSorted()).toEqual(['200', 'review_done'])
  expect((await read(pupil.client, pupil.chatId)).data.filter(({ kind }) => kind === 'verdict')).toHaveLength(1)
  expect((await judge(colleague, review, approve)).data.code).toBe('review_done')
})

test('only its holder may answer a claimed submission; an unclaimed one needs no claim [STF-05]', async () => {
  await colleague.call('POST /studio/reviews/:id/claim', { params: { id: review } })
  expect((await judge(expert, review, approve)).data.code).toBe('review_taken')
  app.clock.set(app.clock.now + 20 * 60_000)
  expect((await judge(expert, review, approve)).status).toBe(200)
})

test('a replacement and a verdict at once leave one of them [HWK-11, STF-05]', async () => {
  for (let round = 0; round < 10; round++) {
    const one = await addPupil(app, course)
    await handIn(one, required())
    const id = await reviewOf(one, required())
    const replacement = { message: 'Better', replaces_attempt_id: id }
    const [verdict, replaced] = await Promise.all([judge(expert, id, sendBack), handIn(one, required(), replacement)])
    const { attempts, status } = (await readHomework(one, required())).data
    expect(replaced.status).toBe(200)
    expect(status.status).toBe('UPLOADED')
    const first = attempts.at(-1)
    expect([first?.verdict, first?.is_replaced]).toEqual(verdict.status === 200 ? ['FAIL', false] : [null, true])
    if (verdict.status !== 200) expect(verdict.data.code).toBe('review_replaced')
  }
})

test.each([
  ['en', 'Write what needs improving', 'This is more points than the homework is worth'],
  ['ru', 'Напишите, что нужно исправить', 'Это больше баллов, чем даёт задание'],
  ['es', 'Escribe qué hay que mejorar', 'Son más puntos de los que da la tarea'],
] as const)(
  'sending back without a comment and too many points are refused in %s [STF-05]',
  async (language, silent, many) => {
    const ask = (body: Judgement) =>
      expert.call('POST /studio/reviews/:id/verdict', { params: { id: review }, body, language })
    const refused = await ask({
      verdict: 'FAIL',
      message: ' ',
      comments: [{ file_id: film, seconds: 1, message: ' ' }],
    })
    expect([refused.status, refused.data.code, refused.data.message]).toEqual([422, 'comment_required', silent])
    const generous = (await ask({ verdict: 'DONE', points: 51 })).data
    expect([generous.code, generous.message]).toEqual(['too_many_points', many])
    expect((await readHomework(pupil, required())).data.status.status).toBe('UPLOADED')
  },
)

test('a timed comment alone is enough to send back; fewer points may be given, and none for what is sent back [STF-05, HWK-07]', async () => {
  const comments = [{ file_id: film, seconds: 3, message: 'Knees out' }]
  expect((await judge(expert, review, { verdict: 'FAIL', comments, points: 20 })).status).toBe(200)
  expect(await balance()).toBe(0)
  await handIn(pupil, required())
  await judge(expert, await reviewOf(pupil, required()), { verdict: 'DONE', points: 20 })
  expect(await balance()).toBe(20)
  const free = await addPupil(app, course)
  await handIn(free, required())
  expect((await judge(expert, await reviewOf(free, required()), { verdict: 'DONE', points: 0 })).status).toBe(200)
  expect((await free.client.call('GET /user-score')).data).toEqual([])
})

test('comments refer to what was handed in, files are the expert’s own [STF-05, SEC-02]', async () => {
  const stranger = await insertUpload(app, pupil.client.userId)
  const about = (file_id: number): Judgement => ({ verdict: 'FAIL', comments: [{ file_id, seconds: 1, message: 'x' }] })
  expect(Object.keys((await judge(expert, review, about(stranger))).data.errors ?? {})).toEqual(['comments'])
  expect((await judge(expert, review, { ...sendBack, file_ids: [film] })).data.code).toBe('file_unusable')
  const own = await insertUpload(app, expert.userId, { status: 'NOT_UPLOADED' })
  expect((await judge(expert, review, { ...sendBack, file_ids: [own] })).data.code).toBe('files_uploading')
  await app.db.query({ text: `update media set status = 'DONE' where id = $1`, values: [own] })
  expect((await judge(expert, review, { ...sendBack, file_ids: [own] })).status).toBe(200)
  expect((await readHomework(pupil, required())).data.attempts[0]?.answer?.files).toMatchObject([{ id: own }])
})

test('an expert’s voice comes with a verdict as with any message, a document does not [CHT-14, CHT-07, STF-05]', async () => {
  const [voice, paper] = [
    await insertUpload(app, expert.userId, { type: 3, name: 'voice.m4a' }),
    await insertUpload(app, expert.userId, { type: 4, name: 'paper.pdf' }),
  ]
  expect((await judge(expert, review, { ...sendBack, file_ids: [paper] })).data.code).toBe('file_unusable')
  expect((await judge(expert, review, { ...sendBack, file_ids: [voice] })).status).toBe(200)
  expect((await read(pupil.client, pupil.chatId)).data[0]?.files).toMatchObject([{ id: voice, type: 3 }])
})

test('only staff can answer, and the learner’s own key does not help [STF-05, SEC-02]', async () => {
  const call = 'POST /studio/reviews/:id/verdict'
  expect((await pupil.client.call(call, { params: { id: review }, body: approve })).status).toBe(403)
  expect((await app.visitor.call(call, { params: { id: review }, body: approve })).status).toBe(401)
  expect((await judge(expert, 999_999, approve)).status).toBe(404)
  expect((await judge(expert, review, { verdict: 'MAYBE' as 'DONE' })).status).toBe(422)
})

test('hostile text in a verdict reaches the learner literally [SEC-02, HWK-06]', async () => {
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/injection.json')
  for (const { text } of strings.slice(0, 20)) {
    const message = text.trim()
    const id = await reviewOf(pupil, required())
    expect((await judge(expert, id, { verdict: 'FAIL', message })).status).toBe(200)
    expect((await readHomework(pupil, required())).data.attempts[0]?.answer?.message).toBe(message)
    await handIn(pupil, required())
  }
})

test('erasing a person removes their homework, attempts and points', async () => {
  await judge(expert, review, approve)
  await app.db.query({ text: 'delete from users where id = $1', values: [pupil.client.userId] })
  const { rows } = await app.db.query({ text: 'select id from homework_attempts where id = $1', values: [review] })
  expect(rows).toEqual([])
  expect((await expert.call('GET /studio/reviews/:id', { params: { id: review } })).status).toBe(404)
})
