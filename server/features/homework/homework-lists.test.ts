import { afterAll, beforeAll, beforeEach, expect, test, vi, describe } from 'vitest'
import { type CourseFixture, freeze } from '#server/app/testing/course-fixture.ts'
import {
  addPupil,
  handIn,
  homeworkOf,
  insertHomeworkCourse,
  judge,
  listHomework,
  type Pupil,
  reviewOf,
} from '#server/app/testing/homework-people.ts'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { connectLive, type LiveClient, originOf } from '#server/app/testing/live-client.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { startUnsweptApp } from '#server/app/testing/unswept-app.ts'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'

describe('lists', () => {
  let app: TestApp
  let course: CourseFixture
  let pupil: Pupil

  beforeAll(async () => {
    app = await startTestApp()
    course = await insertHomeworkCourse(app)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-12-02T10:00:00Z')
    pupil = await addPupil(app, course)
  })

  const homework = (which: Parameters<typeof homeworkOf>[1]) => homeworkOf(course, which)
  const order = ['file', 'exercise', 'required', 'selfie', 'demo', 'later'] as const
  const locksOf = async (one: Pupil) => (await listHomework(one)).data.map(status => status.lock_reason)

  test('the tasks of the learner’s courses come in the course’s order with what they take [HWK-01, HWK-04]', async () => {
    const { data } = await pupil.client.call('GET /homework', { language: 'ru' })
    expect(data.map(({ id }) => id)).toEqual(order.map(homework))
    expect(data[1]).toEqual({
      id: homework('exercise'),
      homework_id: homework('exercise'),
      course_id: course.id,
      stage_id: course.stages[0]?.id,
      stage_day_id: course.days[0]?.id,
      target_type: 'stage_day_homework',
      title: 'Homework по-русски',
      text: '',
      is_required: 0,
      isDemoAccessible: false,
      answer_with: 'exercise',
      is_selfie_required: false,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    })
    const scored = await pupil.client.call('GET /homework', { expand: ['scores'] })
    expect(scored.data.map(({ scores }) => scores)).toEqual([[], [], [{ amount: 50 }], [], [], [{ amount: 20 }]])
    expect(scored.data.map(task => task.is_required)).toEqual([0, 0, 1, 0, 0, 0])
    expect((await (await app.signIn()).call('GET /homework')).data).toEqual([])
    expect((await app.visitor.call('GET /homework')).status).toBe(401)
  })

  test('every homework of a stream has its status from the first day, under an id of its own [HWK-02, HWK-13]', async () => {
    const { data } = await listHomework(pupil, ['scores'])
    expect(data.map(status => status.homework_id)).toEqual(order.map(homework))
    expect(new Set(data.map(({ id }) => id)).size).toBe(order.length)
    expect(data[2]).toMatchObject({
      id: pupil.statusOf(homework('required')),
      target_id: homework('required'),
      target_type: 'course_stage_homework',
      stream_id: pupil.streamId,
      status: 'NOT_UPLOADED',
      is_locked: false,
      lock_reason: null,
      attempts_count: 0,
      due_at: null,
      scores: [{ amount: 50 }],
    })
    expect('scores' in ((await listHomework(pupil)).data[2] ?? {})).toBe(false)
  })

  test('a homework added to a course later gets a status in running streams [HWK-02, HWK-13]', async () => {
    const { rows } = await app.db.query<{ id: number }>({
      text: `insert into course_homeworks (course_id, stage_id, key, texts) values ($1, $2, 'added', '{}') returning id`,
      values: [course.id, course.stages[1]?.id],
    })
    await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [course.id] })
    const added = (await listHomework(pupil)).data.find(status => status.homework_id === rows[0]?.id)
    expect(added).toMatchObject({ id: expect.any(Number), status: 'NOT_UPLOADED' })
    await app.db.query({ text: 'delete from course_homeworks where id = $1', values: [rows[0]?.id] })
    await app.db.query({ text: 'update courses set version = version + 1 where id = $1', values: [course.id] })
    expect((await listHomework(pupil)).data).toHaveLength(order.length)
  })

  test('a closed stage, a demo, a stream before, after and in a freeze say why they are locked [HWK-08, HWK-09, STR-07]', async () => {
    expect(await locksOf(pupil)).toEqual([null, null, null, null, null, 'stage'])
    const demo = await addPupil(app, course, { isDemo: true })
    expect(await locksOf(demo)).toEqual(['demo', 'demo', 'demo', 'demo', null, 'demo'])
    const full = await addPupil(app, course, { isDemo: true, courseFullAccess: true })
    expect(await locksOf(full)).toEqual([null, null, null, null, null, 'stage'])
    const frozen = await addPupil(app, course)
    await freeze(app.db, frozen.streamId, '2026-12-01', '2026-12-05')
    const soon = await addPupil(app, course, { startsOn: '2026-12-20' })
    const over = await addPupil(app, course, { startsOn: '2026-11-01', endsOn: '2026-11-20' })
    for (const one of [frozen, soon, over]) expect(new Set(await locksOf(one))).toEqual(new Set(['stream']))
    const { data } = await over.client.call('GET /user-course-streams/:id/status', {
      params: { id: over.streamId },
      expand: ['homeworks'],
    })
    expect(data.homeworks?.every(({ id, is_locked }) => id !== null && is_locked)).toBe(true)
  })

  test('a status says when an awaited answer is due and how many points an approval earned [HWK-03, HWK-07]', async () => {
    const expert = await app.signIn({ role: 'expert' })
    await handIn(pupil, homework('required'))
    const status = async () => (await listHomework(pupil, ['scores'])).data[2]
    expect(await status()).toMatchObject({
      status: 'UPLOADED',
      attempts_count: 1,
      due_at: app.clock.now / 1000 + 86_400,
    })
    await judge(expert, await reviewOf(pupil, homework('required')), { verdict: 'DONE', points: 30 })
    expect(await status()).toMatchObject({ status: 'DONE', due_at: null, scores: [{ amount: 30 }] })
    const params = { streamId: pupil.streamId, statusId: pupil.statusOf(homework('required')) }
    const call = 'GET /user-course-streams/:streamId/user-homework/:statusId'
    expect((await pupil.client.call(call, { params })).data.status.scores).toMatchObject([{ amount: 30 }])
  })

  test('lists take the same number of statements for one homework as for many, and nobody else can read them [HWK-04, SEC-02]', async () => {
    await listHomework(pupil)
    expect((await listHomework(pupil, ['scores'])).statements).toBe(2)
    expect((await pupil.client.call('GET /homework', { expand: ['scores'] })).statements).toBe(2)
    const one = { params: { streamId: pupil.streamId, statusId: pupil.statusOf(homework('required')) } }
    const call = 'GET /user-course-streams/:streamId/user-homework/:statusId'
    expect((await pupil.client.call(call, one)).statements).toBe(2)
    const list = 'GET /user-course-streams/:streamId/user-homework'
    for (const client of [await app.signIn(), await app.signIn({ role: 'expert' })])
      expect((await client.call(list, one)).status).toBe(404)
    expect((await app.visitor.call(list, one)).status).toBe(401)
  })
})

describe('live', () => {
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

  test('handing in, taking, giving back and the verdict reach those who have the chat live, with the status [HWK-06, CHT-09]', async () => {
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
    // Given back twice, it is told once.
    for (let time = 1; time <= 2; time++)
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

  test('the brand’s desk is notified of a new submission [STF-05]', async () => {
    const desk = await connectLive(origin, expert.token, { 'desk:kurso': null })
    await vi.waitFor(() => expect(desk.of('joined').length + desk.of('refused').length).toBe(1))
    expect(desk.of('refused')).toEqual([])
    await handIn(pupil, homeworkOf(course, 'demo'))
    const review_id = await reviewOf(pupil, homeworkOf(course, 'demo'))
    await vi.waitFor(() => expect(desk.events('desk:kurso')).toMatchObject([{ type: 'review', data: { review_id } }]))
    desk.socket.close()
  })

  test('an event of a deleted homework counts but carries nothing [HWK-06]', async () => {
    const room = `chat:${pupil.chatId}`
    await app.db.query({ text: `select publish_event($1, 'homework', '{"status_id": 999999}')`, values: [room] })
    const learner = await connectLive(origin, pupil.client.token, { [room]: 0 })
    await vi.waitFor(() => expect(learner.events(room).at(-1)).toMatchObject({ type: 'homework', data: null }))
    learner.socket.close()
  })
})
