import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsOf, insertUpload, post, read } from '#server/app/testing/chat-people.ts'
import type { CourseFixture } from '#server/app/testing/course-fixture.ts'
import {
  type Answer,
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  type Pupil,
  readHomework,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil
let expert: TestClient
const [video, photo] = [{ type: 1, name: 'squat.mp4' }, { type: 2 }]
const now = Date.parse('2026-12-02T10:00:00Z') / 1000

beforeAll(async () => {
  app = await startTestApp()
  course = await insertHomeworkCourse(app)
  expert = await app.signIn({ role: 'expert' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now * 1000)
  pupil = await addPupil(app, course)
})

const homework = (which: Parameters<typeof homeworkOf>[1]) => homeworkOf(course, which)
const statusOf = async (id = homework('required')) => (await readHomework(pupil, id)).data.status

test('a hand-in creates a chat message, an attempt and a new status [HWK-03, HWK-04, HWK-06]', async () => {
  const file = await insertUpload(app, pupil.client.userId, video)
  await readHomework(pupil, homework('required'))
  const { status, data, statements } = await handIn(
    pupil,
    homework('required'),
    { message: ' Done! ', file_ids: [file] },
    { key: 'k1' },
  )
  expect(status).toBe(200)
  expect(data.chatMessage).toMatchObject({
    dialog_id: pupil.chatId,
    kind: 'submission',
    message: 'Done!',
    client_key: 'k1',
    user_id: pupil.client.userId,
    employee: null,
    files: [{ id: file }],
    homework: { homework_id: homework('required'), title: 'Homework', attempt_number: 1, verdict: null, points: 0 },
  })
  expect(data.userHomeworkStatus).toMatchObject({
    id: pupil.statusOf(homework('required')),
    status: 'UPLOADED',
    attempts_count: 1,
    due_at: now + 86_400,
    updated_at: now,
    scores: [{ amount: 50 }],
  })
  expect(statements).toBeLessThanOrEqual(4)
  const { data: messages } = await read(pupil.client, pupil.chatId)
  expect(messages).toEqual([data.chatMessage])
  expect((await read(expert, pupil.chatId)).data[0]?.homework).toEqual(data.chatMessage.homework)
  expect((await readHomework(pupil, homework('required'))).data.attempts).toMatchObject([
    { number: 1, due_at: now + 86_400, is_in_review: false, verdict: null, submission: { id: data.chatMessage.id } },
  ])
  expect((await eventsOf(app, pupil.chatId)).map(({ type, data: ids }) => [type, ids])).toEqual([
    ['message', { message_id: data.chatMessage.id }],
    ['homework', { status_id: data.userHomeworkStatus.id }],
  ])
})

test('it ignores the message delay and the end of writing, and uses up no delay of the learner [HWK-04, CHT-06, CHT-12]', async () => {
  await app.db.query({
    text: `update user_streams set message_expires_at = '2026-12-01' where id = $1`,
    values: [pupil.streamId],
  })
  expect((await post(pupil.client, pupil.chatId, 'Hello')).status).toBe(403)
  expect((await handIn(pupil, homework('required'))).status).toBe(200)
  await app.db.query({
    text: 'update user_streams set message_expires_at = null where id = $1',
    values: [pupil.streamId],
  })
  expect((await post(pupil.client, pupil.chatId, 'Hello')).status).toBe(200)
  expect((await handIn(pupil, homework('demo'))).status).toBe(200)
})

test('sent again under its key it is the same submission, whatever happened since [REL-02, HWK-11]', async () => {
  const first = await handIn(pupil, homework('required'), undefined, { key: 'again' })
  const again = await handIn(pupil, homework('required'), undefined, { key: 'again' })
  expect(again.data).toEqual(first.data)
  await judge(expert, await reviewOf(pupil, homework('required')), { verdict: 'DONE' })
  const late = await handIn(pupil, homework('required'), undefined, { key: 'again' })
  expect(late.status).toBe(200)
  expect(late.data.chatMessage.id).toBe(first.data.chatMessage.id)
  expect(late.data.userHomeworkStatus.status).toBe('DONE')
  expect((await readHomework(pupil, homework('required'))).data.attempts).toHaveLength(1)
})

test('20 copies of one submission at once are one, and 20 different ones leave one [REL-02, HWK-11]', async () => {
  const same = await Promise.all(
    Array.from({ length: 20 }, () => handIn(pupil, homework('required'), undefined, { key: 'storm' })),
  )
  expect(new Set(same.map(({ status, data }) => `${status} ${data.chatMessage.id}`)).size).toBe(1)
  const different = await Promise.all(Array.from({ length: 20 }, () => handIn(pupil, homework('demo'))))
  const codes = different.map(({ status, data }) => data.code ?? status)
  expect(codes.filter(code => code === 200)).toHaveLength(1)
  expect(codes.filter(code => code === 'homework_in_review')).toHaveLength(19)
  expect((await read(pupil.client, pupil.chatId)).headers['x-pagination-total-count']).toBe('2')
})

test('a key already used for another message is refused without losing anything [REL-02]', async () => {
  await post(pupil.client, pupil.chatId, 'Hello', 'taken')
  const answer = await handIn(pupil, homework('required'), undefined, { key: 'taken' })
  expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([422, ['Idempotency-Key']])
  expect((await statusOf()).status).toBe('NOT_UPLOADED')
})

test('a version nobody is reviewing can be replaced, by one of two devices [HWK-11]', async () => {
  await handIn(pupil, homework('required'), { message: 'First' })
  const first = await reviewOf(pupil, homework('required'))
  const replacing = (message: string) => handIn(pupil, homework('required'), { message, replaces_attempt_id: first })
  const answers = await Promise.all([replacing('Phone'), replacing('Laptop')])
  expect(answers.map(({ data, status }) => String(data.code ?? status)).toSorted()).toEqual([
    '200',
    'homework_in_review',
  ])
  const { attempts, status } = (await readHomework(pupil, homework('required'))).data
  expect(attempts.map(attempt => [attempt.number, attempt.is_replaced])).toEqual([
    [2, false],
    [1, true],
  ])
  expect([status.status, status.attempts_count]).toEqual(['UPLOADED', 1])
})

test('a version that an expert holds is not replaced, until the expert has been idle for 20 minutes [HWK-11, STF-05]', async () => {
  await handIn(pupil, homework('required'))
  const id = await reviewOf(pupil, homework('required'))
  const replace = () => handIn(pupil, homework('required'), { message: 'Better', replaces_attempt_id: id })
  await expert.call('POST /studio/reviews/:id/claim', { params: { id } })
  expect((await readHomework(pupil, homework('required'))).data.attempts[0]?.is_in_review).toBe(true)
  expect((await replace()).data.code).toBe('homework_in_review')
  app.clock.set((now + 20 * 60) * 1000)
  expect((await replace()).status).toBe(200)
})

test('after a verdict the next version is a new attempt; an approved homework accepts none [HWK-03, HWK-11]', async () => {
  await handIn(pupil, homework('required'))
  const first = await reviewOf(pupil, homework('required'))
  expect((await handIn(pupil, homework('required'))).data.code).toBe('homework_in_review')
  await judge(expert, first, { verdict: 'FAIL', message: 'Once more, please' })
  expect((await statusOf()).status).toBe('FAIL')
  expect((await handIn(pupil, homework('required'), { message: 'B', replaces_attempt_id: first })).status).toBe(200)
  await judge(expert, await reviewOf(pupil, homework('required')), { verdict: 'DONE' })
  const { data } = await readHomework(pupil, homework('required'))
  expect(data.attempts.map(({ number, verdict, is_replaced }) => [number, verdict, is_replaced])).toEqual([
    [2, 'DONE', false],
    [1, 'FAIL', false],
  ])
  expect((await handIn(pupil, homework('required'))).data.code).toBe('homework_passed')
})

const nothing = { message: '  ' }
test.each([
  ['required', nothing, 'message_required', 'message'],
  ['file', { message: 'No film' }, 'file_required', 'file_ids'],
  ['exercise', { message: 'Squats' }, 'exercise_required', 'exercise_id'],
  ['exercise', { exercise_id: 999_999 }, 'exercise_required', 'exercise_id'],
  ['selfie', { message: 'No photo' }, 'file_required', 'file_ids'],
] as const)('%s homework with %j: %s [HWK-05, HWK-12]', async (which, body, code, field) => {
  const answer = await handIn(pupil, homework(which), body)
  expect([answer.status, answer.data.code, Object.keys(answer.data.errors ?? {})]).toEqual([422, code, [field]])
  expect((await statusOf(homework(which))).status).toBe('NOT_UPLOADED')
  expect((await read(pupil.client, pupil.chatId)).data).toEqual([])
})

test('each kind of homework accepts what it asks for [HWK-05, HWK-12]', async () => {
  const [film, selfie] = await Promise.all([video, photo].map(plan => insertUpload(app, pupil.client.userId, plan)))
  const exercise = course.days[0]?.lessonIds[1] ?? 0
  expect((await handIn(pupil, homework('file'), { file_ids: [film ?? 0] })).status).toBe(200)
  expect((await handIn(pupil, homework('exercise'), { exercise_id: exercise })).status).toBe(200)
  const noPhoto = await handIn(pupil, homework('selfie'), { message: 'Here', file_ids: [film ?? 0] })
  expect(noPhoto.data.code).toBe('file_required')
  expect((await handIn(pupil, homework('selfie'), { message: 'Here', file_ids: [selfie ?? 0] })).status).toBe(200)
  const chosen = (await readHomework(pupil, homework('exercise'))).data
  expect(chosen.attempts[0]?.exercise).toEqual({ id: exercise, title: 'Lesson 2' })
  expect(chosen.exercises.map(({ id }) => id)).toEqual(course.days[0]?.lessonIds)
})

test.each([
  ['en', 'Please wait for files to upload', 'To submit a homework, you must upload a file'],
  ['ru', 'Дождитесь загрузки файлов', 'Чтобы отправить задание, загрузите файл'],
  ['es', 'Espera a que se suban los archivos', 'Para enviar la tarea debes subir un archivo'],
] as const)('refusals are in %s [HWK-05]', async (language, waiting, missing) => {
  const file = await insertUpload(app, pupil.client.userId, { ...video, status: 'NOT_UPLOADED' })
  const early = await handIn(pupil, homework('file'), { file_ids: [file] }, { language })
  expect([early.status, early.data.message]).toEqual([409, waiting])
  expect((await handIn(pupil, homework('file'), {}, { language })).data.message).toBe(missing)
})

test('a file still being converted may be handed in; a failed one, a document or somebody else’s may not [HWK-05, SEC-02]', async () => {
  const other = await app.signIn()
  const upload = (plan: object, owner = pupil.client.userId) => insertUpload(app, owner, plan)
  const wrong = [await upload({ status: 'FAIL' }), await upload({ type: 4 }), await upload({}, other.userId), 999_999]
  for (const id of wrong)
    expect((await handIn(pupil, homework('file'), { file_ids: [id] })).data.code).toBe('file_unusable')
  const converting = await upload({ ...video, status: 'UPLOADED' })
  expect((await handIn(pupil, homework('file'), { file_ids: [converting] })).status).toBe(200)
})

test('a closed stage, a demo and an ended stream accept nothing [HWK-08, HWK-09, STR-07]', async () => {
  expect((await handIn(pupil, homework('later'))).data.code).toBe('homework_locked')
  const demo = await addPupil(app, course, { isDemo: true })
  expect((await handIn(demo, homework('required'))).data.code).toBe('homework_locked')
  expect((await handIn(demo, homework('demo'))).status).toBe(200)
  const full = await addPupil(app, course, { isDemo: true, courseFullAccess: true })
  expect((await handIn(full, homework('required'))).status).toBe(200)
  const over = await addPupil(app, course, { startsOn: '2026-11-01', endsOn: '2026-11-20' })
  expect((await handIn(over, homework('required'))).data.code).toBe('homework_locked')
})

test('nobody else hands in or reads a learner’s homework; staff do not either [SEC-02, HWK-13]', async () => {
  const params = { streamId: pupil.streamId, statusId: pupil.statusOf(homework('required')) }
  const stranger = await addPupil(app, course)
  for (const by of [stranger.client, expert]) {
    expect((await handIn(pupil, homework('required'), undefined, { by })).status).toBe(404)
    const call = 'GET /user-course-streams/:streamId/user-homework/:statusId'
    expect((await by.call(call, { params })).status).toBe(404)
    expect((await by.call(call, { params: { ...params, streamId: stranger.streamId } })).status).toBe(404)
  }
  expect(
    (await app.visitor.call('POST /user-course-streams/:streamId/user-homework/:statusId', { params })).status,
  ).toBe(401)
  await handIn(stranger, homework('required'))
  const theirs = await reviewOf(stranger, homework('required'))
  const body: Answer = { message: 'Mine', replaces_attempt_id: theirs }
  expect((await handIn(pupil, homework('required'), body)).status).toBe(404)
  expect((await readHomework(stranger, homework('required'))).data.attempts[0]?.is_replaced).toBe(false)
  const missing = { params: { streamId: pupil.streamId, statusId: 0 }, body: { message: 'x' } }
  expect((await pupil.client.call('POST /user-course-streams/:streamId/user-homework/:statusId', missing)).status).toBe(
    422,
  )
})

test('hostile text is stored and sent literally [SEC-02, HWK-06]', async () => {
  const { strings } = sharedData<{ strings: { text: string }[] }>('hostile-text/injection.json')
  const texts = strings.map(({ text }) => text.trim()).filter(text => text !== '' && !text.includes('\0'))
  expect(texts.length).toBeGreaterThan(20)
  let replaces: Pick<Answer, 'replaces_attempt_id'> = {}
  for (const message of texts) {
    const { status, data } = await handIn(pupil, homework('required'), { message, ...replaces })
    expect([status, data.chatMessage.message]).toEqual([200, message])
    replaces = { replaces_attempt_id: data.chatMessage.homework?.attempt_id ?? 0 }
  }
  const { attempts } = (await readHomework(pupil, homework('required'))).data
  expect(attempts.map(({ submission }) => submission.message)).toEqual(texts.toReversed())
  expect((await read(expert, pupil.chatId)).data[0]?.message).toBe(texts.at(-1))
})
