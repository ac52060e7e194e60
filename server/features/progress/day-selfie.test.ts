import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertUpload } from '#server/app/testing/chat-people.ts'
import { type CourseFixture, enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import { addPupil, handIn, reviewOf } from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { deleteOldUnusedUploads } from '#server/features/media/queries.ts'
import { uploadFile } from '#server/features/media/testing/send-file.ts'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { recomputeProgress } from './recompute-progress.ts'

let app: TestApp
let course: CourseFixture
let learner: TestClient
let streamId: number
const now = '2026-12-10T10:00:00Z'

beforeAll(async () => {
  app = await startTestApp()
  const days = [{ isSelfieRequired: true }, {}, { isSelfieRequired: true, isRest: true }]
  const homeworks = [{ answerWith: 'message' as const }]
  course = await insertCourse(app.db, { stages: [{ days, homeworks }, { days: [{ isSelfieRequired: true }] }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  learner = await app.signIn()
  streamId = await enrol(app.db, course, learner.userId)
})

type Start = { day?: number; key?: string; by?: TestClient; stream?: number; language?: 'en' | 'ru' | 'es' }

const start = (selfie?: number, { day = 0, key, by = learner, stream = streamId, language }: Start = {}) =>
  by.call('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
    params: { streamId: stream, dayId: course.days[day]?.id ?? 0 },
    body: selfie === undefined ? {} : { selfie_id: selfie },
    ...(key !== undefined && { idempotencyKey: key }),
    ...(language && { language }),
  })

async function selfiesOf(stream: number): Promise<number[]> {
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select selfie_id as id from progress_events where user_stream_id = $1 and selfie_id is not null',
    values: [stream],
  })
  return rows.map(({ id }) => id)
}

test('a day that asks for a selfie is started with a photo of one’s own only; the course says which day does [PRG-09]', async () => {
  const { data } = await learner.call('GET /courses/:id', { params: { id: course.id }, expand: ['stages.days'] })
  expect(data.stages?.flatMap(stage => stage.days?.map(day => day.is_selfie_required))).toEqual([
    true,
    false,
    true,
    true,
  ])
  const stranger = await app.signIn()
  const [photo, film, failed, coming, foreign] = await Promise.all([
    insertUpload(app, learner.userId),
    insertUpload(app, learner.userId, { type: 1 }),
    insertUpload(app, learner.userId, { status: 'FAIL' }),
    insertUpload(app, learner.userId, { status: 'NOT_UPLOADED' }),
    insertUpload(app, stranger.userId),
  ])
  expect(await start()).toMatchObject({ status: 422, data: { code: 'selfie_required' } })
  expect((await start(coming)).data.code).toBe('selfie_uploading')
  for (const wrong of [film, failed, foreign, 2 ** 40])
    expect(await start(wrong)).toMatchObject({
      status: 422,
      data: { code: 'selfie_unusable', message: 'Couldn’t save the selfie', errors: { selfie_id: expect.anything() } },
    })
  expect((await start(coming, { language: 'ru' })).data.message).toBe('Дождитесь загрузки фото')
  expect(await selfiesOf(streamId)).toEqual([])
  expect((await start(photo)).data).toMatchObject({ status: 'started' })
  expect(await selfiesOf(streamId)).toEqual([photo])
})

test('the first selfie stays: repeats and a second device need none; other days ask for none [PRG-09]', async () => {
  const [first, second] = [await insertUpload(app, learner.userId), await insertUpload(app, learner.userId)]
  const started = await start(first, { key: 'one' })
  for (const again of [await start(first, { key: 'one' }), await start(second, { key: 'two' }), await start()])
    expect(again).toMatchObject({ status: 200, data: started.data })
  expect(await selfiesOf(streamId)).toEqual([first])
  expect((await start(undefined, { day: 1 })).status).toBe(200)
  expect((await start(second, { day: 2 })).data.code).toBe('day_of_rest')
  await recomputeProgress(app.db, streamId)
  expect(await selfiesOf(streamId)).toEqual([first])
})

test('starts at once from two devices make one status; a visitor and a stranger start nothing [PRG-09]', async () => {
  const photos = await Promise.all(Array.from({ length: 10 }, () => insertUpload(app, learner.userId)))
  const answers = await Promise.all(photos.map((photo, index) => start(photo, { key: `device ${index}` })))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
  const stranger = await app.signIn()
  const own = await insertUpload(app, stranger.userId)
  expect((await start(own, { by: stranger })).status).toBe(404)
  expect((await start(own, { by: app.visitor })).status).toBe(401)
})

test('a selfie that is withdrawn before its start is over stays with the day [PRG-09]', async () => {
  const [first, photo] = [await insertUpload(app, learner.userId), await insertUpload(app, learner.userId)]
  expect((await start(first)).status).toBe(200)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const withdrawal = await app.db.inTransaction(async tx => {
    const text = 'update progress_events set selfie_id = $2 where user_stream_id = $1 and selfie_id is not null'
    await tx.query({ text, values: [streamId, photo] })
    const asked = learner.call('DELETE /media-files/:id', { params: { id: photo } })
    await expect.poll(async () => (await app.db.query({ text: waiting })).rowCount).toBeGreaterThan(0)
    return { asked }
  })
  expect((await withdrawal.asked).data.code).toBe('file_in_use')
  expect(await selfiesOf(streamId)).toEqual([photo])
})

test('a selfie withdrawn in the middle of a start leaves no error of the server behind [PRG-09]', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const by = await app.signIn()
      const photo = await insertUpload(app, by.userId)
      const stream = await enrol(app.db, course, by.userId)
      const [started] = await Promise.all([
        start(photo, { stream, by }),
        by.call('DELETE /media-files/:id', { params: { id: photo } }),
      ])
      return { status: started.status, kept: (await selfiesOf(stream)).length }
    }),
  )
  for (const { status, kept } of answers)
    expect([
      [200, 1],
      [422, 0],
    ]).toContainEqual([status, kept])
})

test('a selfie is open to its learner and the course’s experts alone, stays, and never becomes an avatar [PRG-09, SEC-02]', async () => {
  const photo = await readFile(join(sharedDataFolder, 'uploads/images/pil-exif_gps.jpg'))
  const { mediaId } = await uploadFile(app, learner, photo)
  expect((await start(mediaId)).status).toBe(200)
  const { url } = (await learner.call('GET /media-files/:id', { params: { id: mediaId } })).data
  const [expert, elsewhere, stranger] = await Promise.all([
    app.signIn({ role: 'expert' }),
    app.signIn({ role: 'expert', brandId: 'takeclass' }),
    app.signIn(),
  ])
  const statusFor = async ({ token }: TestClient) =>
    (await app.server.inject({ url: url ?? '', headers: { authorization: `Bearer ${token}` } })).statusCode
  const statuses = [learner, expert, elsewhere, stranger].map(statusFor)
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
  expect((await learner.call('DELETE /media-files/:id', { params: { id: mediaId } })).data.code).toBe('file_in_use')
  expect((await learner.call('POST /user/avatar', { body: { avatar_file_id: mediaId } })).status).toBe(422)
  await deleteOldUnusedUploads(app.db, Date.parse('2030-01-01') / 1000)
  expect(await selfiesOf(streamId)).toEqual([mediaId])
})

test('an expert sees the selfies of a stage with the homework of it [PRG-09]', async () => {
  const pupil = await addPupil(app, course)
  const homework = course.stages[0]?.homeworkIds[0] ?? 0
  const [photo, later] = [
    await insertUpload(app, pupil.client.userId, { name: 'me.jpg' }),
    await insertUpload(app, pupil.client.userId),
  ]
  await start(photo, { by: pupil.client, stream: pupil.streamId })
  await start(later, { by: pupil.client, stream: pupil.streamId, day: 3 })
  expect((await handIn(pupil, homework)).status).toBe(200)
  const expert = await app.signIn({ role: 'expert' })
  const { data } = await expert.call('GET /studio/reviews/:id', { params: { id: await reviewOf(pupil, homework) } })
  expect(data.selfies).toEqual([
    {
      day_number: 1,
      taken_at: Date.parse(now) / 1000,
      file: expect.objectContaining({ id: photo, name: 'me.jpg', url: expect.stringContaining('/~') }),
    },
  ])
})
