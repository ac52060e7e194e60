import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CourseFixture } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  type Pupil,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { connectLive, type LiveClient, originOf } from '#server/app/testing/live-client.ts'
import type { TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'

let app: TestApp
let course: CourseFixture
let pupil: Pupil
let expert: TestClient
let origin: string

beforeAll(async () => {
  app = await startUnsweptApp()
  app.clock.set('2026-12-10T10:00:00Z')
  course = await insertHomeworkCourse(app)
  pupil = await addPupil(app, course)
  expert = await app.signIn({ role: 'expert' })
  origin = await originOf(app.server)
})
afterAll(() => app.close())

const statusesOf = (client: LiveClient) =>
  client
    .events(`chat:${pupil.chatId}`)
    .filter(({ type }) => type === 'homework')
    .map(({ data }) => (data as { status: UserHomeworkWire }).status)

test('handing in, taking, giving back and the verdict are told live to who has the chat, with the status [HWK-06, CHT-09]', async () => {
  const room = `chat:${pupil.chatId}`
  const learner = await connectLive(origin, pupil.client.token, { [room]: 0 })
  const desk = await connectLive(origin, expert.token, { [room]: 0 })
  const stranger = await connectLive(origin, (await app.signIn()).token, { [room]: 0 })
  const bothHeard = async (count: number) => {
    for (const client of [learner, desk])
      await vi.waitFor(() => expect(statusesOf(client)).toHaveLength(count), { timeout: 5000 })
  }
  await handIn(pupil, homeworkOf(course, 'required'))
  await bothHeard(1)
  const review = await reviewOf(pupil, homeworkOf(course, 'required'))
  await expert.call('POST /studio/reviews/:id/claim', { params: { id: review } })
  await bothHeard(2)
  await expert.call('POST /studio/reviews/:id/release', { params: { id: review } })
  await bothHeard(3)
  await judge(expert, review, { verdict: 'DONE', message: 'Well done', points: 40 })
  await bothHeard(4)
  expect(statusesOf(learner).at(-1)).toMatchObject({
    id: pupil.statusOf(homeworkOf(course, 'required')),
    stream_id: pupil.streamId,
    status: 'DONE',
    is_locked: false,
    scores: [{ amount: 40 }],
  })
  const kinds = learner.events(room).map(({ type }) => type)
  expect(kinds).toEqual(['message', 'homework', 'homework', 'homework', 'message', 'homework'])
  expect(learner.numbers(room)).toEqual([1, 2, 3, 4, 5, 6])
  await vi.waitFor(() => expect(stranger.of('refused')).toHaveLength(1))
  expect(stranger.events(room)).toEqual([])
  for (const client of [learner, desk, stranger]) client.socket.close()
})

test('the desk of the brand hears of a new submission [STF-05]', async () => {
  const desk = await connectLive(origin, expert.token, { 'desk:kurso': null })
  await vi.waitFor(() => expect(desk.of('joined').length + desk.of('refused').length).toBe(1))
  expect(desk.of('refused')).toEqual([])
  await handIn(pupil, homeworkOf(course, 'demo'))
  const review_id = await reviewOf(pupil, homeworkOf(course, 'demo'))
  await vi.waitFor(() => expect(desk.events('desk:kurso')).toMatchObject([{ type: 'review', data: { review_id } }]))
  desk.socket.close()
})

test('an event of a homework that is gone counts and tells nothing [HWK-06]', async () => {
  const room = `chat:${pupil.chatId}`
  await app.db.query({ text: `select publish_event($1, 'homework', '{"status_id": 999999}')`, values: [room] })
  const learner = await connectLive(origin, pupil.client.token, { [room]: 0 })
  await vi.waitFor(() => expect(learner.events(room).at(-1)).toMatchObject({ type: 'homework', data: null }))
  learner.socket.close()
})
