import { afterAll, beforeAll, beforeEach, expect, test, describe } from 'vitest'
import { type CourseFixture, insertCourse } from '#server/app/testing/course-fixture.ts'
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
import type { Database } from '#server/platform/database/database.ts'
import { paceOf } from '#server/platform/testing/pace.ts'
import { createTestDatabase } from '#server/platform/testing/test-database.ts'
import {
  claimNextReview,
  listDoneReviews,
  listOwnReviews,
  listReviewFilters,
  listWaitingReviews,
} from './review-queries.ts'

describe('reviews', () => {
  let app: TestApp
  let course: CourseFixture
  let expert: TestClient
  let colleague: TestClient
  const start = Date.parse('2026-12-02T10:00:00Z')
  const minute = 60_000

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(start)
    course = await insertHomeworkCourse(app)
    expert = await app.signIn({ role: 'expert' })
    colleague = await app.signIn({ role: 'expert', language: 'ru' })
    for (const { userId } of [expert, colleague]) await letTeach(course.id, userId)
  })

  const letTeach = (courseId: number, userId: number) =>
    app.db.query({
      text: 'insert into course_experts (course_id, user_id) values ($1, $2)',
      values: [courseId, userId],
    })

  /** A new learner's submission, handed in this many minutes after the start; returns its review's id. */
  async function submission(minutes = 0, which: 'required' | 'demo' = 'required', one?: Pupil): Promise<number> {
    const pupil = one ?? (await addPupil(app, course))
    app.clock.set(start + minutes * minute)
    expect((await handIn(pupil, homeworkOf(course, which))).status).toBe(200)
    return reviewOf(pupil, homeworkOf(course, which))
  }

  const queue = (client: TestClient, query: Record<string, unknown> = {}) =>
    client.call('GET /studio/reviews', { query })
  const idsOf = async (client: TestClient, query: Record<string, unknown> = {}) =>
    (await queue(client, { course_id: course.id, ...query })).data.map(({ id }) => id)
  const claim = (client: TestClient, id: number) => client.call('POST /studio/reviews/:id/claim', { params: { id } })
  const release = (client: TestClient, id: number) =>
    client.call('POST /studio/reviews/:id/release', { params: { id } })
  const next = (client: TestClient, body: Record<string, unknown> = {}) =>
    client.call('POST /studio/reviews/next', { body: { course_id: course.id, ...body } })
  const nextId = async (client: TestClient, body: Record<string, unknown> = {}) =>
    (await next(client, body)).data.review?.id

  test('the queue is oldest first, each entry with its learner and due time [STF-05, HWK-03]', async () => {
    const late = await submission(9)
    const early = await submission(3)
    const { data } = await queue(colleague, { course_id: course.id })
    expect(data.map(({ id }) => id)).toEqual([early, late])
    expect(data[0]).toMatchObject({
      number: 1,
      learner: { name: expect.stringMatching(/^Test Person/) },
      course_title: 'Course',
      cohort_starts_on: '2026-12-01',
      stage_title: 'Stage 1',
      homework_title: 'Homework',
      submitted_at: (start + 3 * minute) / 1000,
      due_at: (start + 3 * minute) / 1000 + 86_400,
      claim: null,
      verdict: null,
      files_count: 0,
    })
    const inRussian = await colleague.call('GET /studio/reviews', { query: { course_id: course.id }, language: 'ru' })
    expect(inRussian.data[0]?.homework_title).toBe('Homework по-русски')
  })

  test('pages, filters and the three lists [STF-05]', async () => {
    const pupil = await addPupil(app, course, { startsOn: '2026-12-02' })
    const [first, second] = [await submission(1), await submission(2, 'required', pupil)]
    const third = await submission(3, 'demo', pupil)
    expect(await idsOf(expert)).toEqual([first, second, third])
    const paged = await queue(expert, { course_id: course.id, page: 2, 'per-page': 2 })
    expect(paged.data.map(({ id }) => id)).toEqual([third])
    expect(paged.headers['x-pagination-total-count']).toBe('3')
    expect((await queue(expert, { course_id: course.id, page: 9 })).headers['x-pagination-total-count']).toBe('3')
    const cohort = (await queue(expert, { course_id: course.id })).data[1]?.cohort_id
    expect(await idsOf(expert, { cohort_id: cohort })).toEqual([second, third])
    expect(await idsOf(expert, { stage_id: course.stages[0]?.id })).toHaveLength(3)
    expect(await idsOf(expert, { stage_id: course.stages[1]?.id })).toEqual([])
    await claim(expert, second)
    expect(await idsOf(expert, { show: 'mine' })).toEqual([second])
    expect(await idsOf(colleague, { show: 'mine' })).toEqual([])
    await judge(expert, third, { verdict: 'DONE' })
    await judge(colleague, first, { verdict: 'DONE' })
    expect(await idsOf(expert)).toEqual([second])
    expect(await idsOf(expert, { show: 'done' })).toEqual([third, first].toSorted((a, b) => b - a))
    expect((await queue(expert, { course_id: course.id })).statements).toBe(2)
  })

  test('the filters count what waits and what is overdue [STF-05]', async () => {
    await submission(0)
    await submission(30)
    app.clock.set(start + 24 * 60 * minute + minute)
    const { data, statements } = await expert.call('GET /studio/review-filters')
    const own = data.filter(({ course_id: id }) => id === course.id)
    expect(own).toMatchObject([{ course_title: 'Course', stage_title: 'Stage 1', waiting: 2, overdue: 1 }])
    expect(statements).toBe(2)
  })

  test('only those who teach a course see its submissions; nobody judges their own [STF-05, SEC-02]', async () => {
    const id = await submission()
    const other = await app.signIn({ role: 'expert' })
    const elsewhere = await app.signIn({ role: 'admin', brandId: 'face' })
    const admin = await app.signIn({ role: 'admin' })
    expect(await idsOf(admin)).toEqual([id])
    expect(await idsOf(other)).toEqual([])
    expect(await nextId(other)).toBeUndefined()
    const inFace = { params: { id }, appId: 'face' }
    expect((await elsewhere.call('GET /studio/reviews', { appId: 'face' })).data).toEqual([])
    expect((await elsewhere.call('GET /studio/reviews/:id', inFace)).status).toBe(404)
    expect((await elsewhere.call('POST /studio/reviews/:id/claim', inFace)).status).toBe(404)
    for (const status of [claim(other, id), release(other, id), judge(other, id, { verdict: 'DONE' })])
      expect((await status).status).toBe(404)
    expect((await other.call('GET /studio/reviews/:id', { params: { id } })).status).toBe(404)
    const own = await addPupil(app, course)
    const asExpert: Pupil = { ...own, client: expert }
    await app.db.query({
      text: 'update user_streams set user_id = $2 where id = $1',
      values: [own.streamId, expert.userId],
    })
    await app.db.query({ text: 'update chats set user_id = $2 where id = $1', values: [own.chatId, expert.userId] })
    const mine = await submission(1, 'required', asExpert)
    expect(await idsOf(expert)).toEqual([id])
    expect((await claim(expert, mine)).status).toBe(404)
    expect((await claim(colleague, mine)).status).toBe(200)
  })

  test('learners and visitors have no access to the desk [STF-05, SEC-02]', async () => {
    const learner = await app.signIn()
    const desk = ['GET /studio/reviews', 'GET /studio/review-filters', 'POST /studio/reviews/next'] as const
    for (const call of desk) {
      expect((await learner.call(call)).status).toBe(403)
      expect((await app.visitor.call(call)).status).toBe(401)
    }
    expect((await claim(learner, 1)).status).toBe(403)
  })

  test('a course that names no experts is open to all of its brand [STF-05]', async () => {
    const open = await insertCourse(app.db, { stages: [{ days: [{}], homeworks: [{}] }] })
    const pupil = await addPupil(app, open)
    await handIn(pupil, open.stages[0]?.homeworkIds[0] ?? 0)
    const stranger = await app.signIn({ role: 'expert' })
    expect((await queue(stranger, { course_id: open.id })).data).toHaveLength(1)
  })

  test('of 200 simultaneous claims of one submission one succeeds [STF-05]', { timeout: 60_000 }, async () => {
    const id = await submission()
    const experts = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const one = await app.signIn({ role: 'expert' })
        await letTeach(course.id, one.userId)
        return one
      }),
    )
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const one = experts[index % experts.length] ?? expert
        return { who: one.userId, answer: await claim(one, id) }
      }),
    )
    const holders = new Set(answers.filter(({ answer }) => answer.status === 200).map(({ who }) => who))
    expect(holders.size).toBe(1)
    expect(answers.filter(({ answer }) => answer.data.code === 'review_taken')).toHaveLength(190)
    expect((await queue(expert, { course_id: course.id })).data[0]?.claim?.user.id).toBe([...holders][0])
  })

  test('50 experts who take the next submission at once get 50 different ones, the oldest [STF-05]', {
    timeout: 60_000,
  }, async () => {
    const pupils = await Promise.all(Array.from({ length: 30 }, () => addPupil(app, course)))
    const ids: number[] = []
    for (const [index, pupil] of pupils.entries())
      for (const which of ['required', 'demo'] as const) ids.push(await submission(index, which, pupil))
    const experts = await Promise.all(Array.from({ length: 50 }, () => app.signIn({ role: 'admin' })))
    const taken = await Promise.all(experts.map(one => nextId(one)))
    expect(new Set(taken).size).toBe(50)
    expect(ids.slice(0, 50).toSorted((a, b) => a - b)).toEqual(taken.map(Number).toSorted((a, b) => a - b))
  })

  test('a claim lasts 20 minutes after the last activity, then the submission is free [STF-05]', async () => {
    const id = await submission()
    expect((await claim(expert, id)).data.claim).toEqual({
      user: { id: expert.userId, name: expect.any(String), avatar: null },
      is_own: true,
      until: start / 1000 + 1200,
    })
    expect((await claim(colleague, id)).data).toMatchObject({ code: 'review_taken' })
    app.clock.set(start + 19 * minute)
    const sign = await claim(expert, id)
    expect(sign.data.claim?.until).toBe(start / 1000 + 39 * 60)
    app.clock.set(start + 38 * minute)
    expect(await nextId(colleague)).toBeUndefined()
    app.clock.set(start + 39 * minute)
    expect((await queue(expert, { course_id: course.id })).data[0]?.claim).toBeNull()
    expect(await idsOf(expert, { show: 'mine' })).toEqual([])
    expect(await nextId(colleague)).toBe(id)
    expect((await claim(expert, id)).data.code).toBe('review_taken')
  })

  test('a returned submission is free at once; one held by somebody else stays theirs [STF-05]', async () => {
    const id = await submission()
    await claim(expert, id)
    expect((await release(colleague, id)).data.claim?.user.id).toBe(expert.userId)
    expect((await release(expert, id)).data.claim).toBeNull()
    expect((await release(expert, id)).status).toBe(200)
    expect((await claim(colleague, id)).status).toBe(200)
  })

  test('‘next’ skips passed submissions and obeys the filters [STF-05]', async () => {
    const pupil = await addPupil(app, course, { startsOn: '2026-12-02' })
    const [first, second] = [await submission(1), await submission(2, 'required', pupil)]
    expect(await nextId(expert, { after_id: first })).toBe(second)
    expect(await nextId(expert, { after_id: second })).toBe(first)
    await release(expert, first)
    await release(expert, second)
    const gone = { after_id: second + 1_000_000 }
    expect(await nextId(expert, gone)).toBe(first)
    await release(expert, first)
    expect(await nextId(expert, { stage_id: course.stages[1]?.id })).toBeUndefined()
    expect(await nextId(expert)).toBe(first)
    expect(await nextId(expert, { after_id: first })).toBe(second)
    expect((await next(colleague)).data).toEqual({ review: null })
  })

  test('‘next’ offers first what one holds already, and never the one that is passed over [STF-05]', async () => {
    const free = await submission(1)
    const mine = [await submission(2), await submission(3)]
    for (const id of mine) await claim(expert, id)
    expect(await nextId(expert)).toBe(mine[0])
    expect(await nextId(expert, { after_id: mine[0] })).toBe(mine[1])
    await release(expert, mine[0] ?? 0)
    expect(await nextId(expert, { after_id: mine[1] })).toBe(free)
    expect(await nextId(colleague)).toBe(mine[0])
    app.clock.set(start + 21 * minute)
    expect(await nextId(expert)).toBe(free)
  })

  test('answered or replaced submissions cannot be claimed [STF-05]', async () => {
    const pupil = await addPupil(app, course)
    const first = await submission(0, 'required', pupil)
    await handIn(pupil, homeworkOf(course, 'required'), { message: 'Better', replaces_attempt_id: first })
    expect((await claim(expert, first)).data.code).toBe('review_replaced')
    expect(await idsOf(expert)).not.toContain(first)
    const second = await reviewOf(pupil, homeworkOf(course, 'required'))
    await judge(expert, second, { verdict: 'DONE' })
    expect((await claim(colleague, second)).data.code).toBe('review_done')
  })

  test('a submission comes with its task, its points and every attempt, the newest first [STF-05, HWK-06]', async () => {
    const pupil = await addPupil(app, course)
    const first = await submission(0, 'required', pupil)
    await judge(expert, first, { verdict: 'FAIL', message: 'Slower, please' })
    const second = await submission(5, 'required', pupil)
    const { data, statements } = await expert.call('GET /studio/reviews/:id', { params: { id: second } })
    expect(data).toMatchObject({ review: { id: second, number: 2 }, points: 50, homework: { is_required: 1 } })
    expect(data.attempts.map(({ number, verdict }) => [number, verdict])).toEqual([
      [2, null],
      [1, 'FAIL'],
    ])
    expect(data.attempts[1]).toMatchObject({
      submission: { kind: 'submission', message: 'My answer' },
      answer: { kind: 'verdict', message: 'Slower, please', employee: { id: expert.userId } },
    })
    expect(data.live_seq).toBeGreaterThan(3)
    expect(statements).toBe(2)
  })

  test('taking and giving back cost at most five statements [STF-05]', async () => {
    const id = await submission()
    expect((await claim(expert, id)).statements).toBe(4)
    app.clock.set(start + minute)
    expect((await claim(expert, id)).statements).toBe(2)
    expect((await claim(colleague, id)).statements).toBe(3)
    expect((await release(expert, id)).statements).toBe(4)
    expect((await next(expert)).statements).toBe(5)
  })
})

describe('speed', () => {
  /** 20 courses of 600 learners with three homeworks each: 36,000 submissions, of which 1,565 wait. */
  async function fillSchool(database: Database) {
    for (const text of [
      `insert into users (brand_id, email, username, role) select 'kurso', n || '@example.com', 'u' || n,
       case when n = 1 then 'admin' else 'learner' end from generate_series(1, 1201) n`,
      `insert into courses (brand_id, key, languages, texts, days_count)
       select 'kurso', 'course-' || n, '{en}', '{"en": {"title": "Course"}}', 1 from generate_series(1, 20) n`,
      `insert into course_stages (course_id, key, sort, texts) select id, 'stage', 1, '{}' from courses`,
      `insert into course_homeworks (course_id, stage_id, key, texts, score)
       select course_id, id, 'homework-' || n, '{}', 10 from course_stages, generate_series(1, 3) n`,
      `insert into streams (course_id, starts_on, ends_on) select id, current_date, current_date + 20 from courses`,
      `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on)
       select u.id, s.course_id, s.id, s.starts_on, s.ends_on from streams s join users u on u.role = 'learner' and (u.id + s.id) % 2 = 0`,
      `insert into chat_messages (chat_id, number, author_id, is_expert, kind, client_key)
       select k.id, n, k.user_id, false, 'submission', 'key-' || n from chats k, generate_series(1, 3) n`,
      `insert into homework_attempts (user_homework_id, number, message_id, submitted_at, due_at, verdict, reviewed_by, reviewed_at)
       select h.id, 1, m.id, at, at, case when m.id % 23 > 0 then 'DONE' end, 1, case when m.id % 23 > 0 then at end
       from (select *, row_number() over (partition by user_stream_id order by id) as number from user_homeworks) h
       join chats k on k.user_stream_id = h.user_stream_id join chat_messages m on m.chat_id = k.id and m.number = h.number,
         lateral (select now() - interval '1 minute' * m.id as at) times`,
      'analyze',
    ])
      await database.query({ text })
  }

  test('the queue of a school with 36,000 submissions is listed, and its next one taken, in no more than 25 ms or so [STF-05, PRF-02]', async () => {
    const { database, drop } = await createTestDatabase()
    await fillSchool(database)
    const { rows } = await database.query<{ id: number }>({ text: `select id from users where role = 'admin'` })
    const nowSeconds = Date.now() / 1000
    const heldSinceSeconds = nowSeconds - 1200
    const actor = { userId: rows[0]?.id ?? 0, role: 'admin', brandId: 'kurso' }
    const all = { ...actor, courseId: null, cohortId: null, stageId: null }
    const anybody = { expertId: null, answeredSinceSeconds: null, answeredBeforeSeconds: null, lateAtSeconds: null }
    const page = { ...all, ...anybody, limit: 50, offset: 0, heldSinceSeconds }
    const next = { ...all, nowSeconds, heldSinceSeconds, afterId: null }
    const asked = {
      waiting: async () => (await listWaitingReviews(database, page))[0]?.total,
      mine: async () => (await listOwnReviews(database, page))[0]?.total,
      done: async () => (await listDoneReviews(database, page))[0]?.total,
      filters: async () => (await listReviewFilters(database, { ...all, nowSeconds })).length,
      next: async () => (await claimNextReview(database, next))?.isNew,
    }
    const answers: Record<string, unknown> = {}
    const slow: [string, number][] = []
    for (const [name, ask] of Object.entries(asked)) {
      const pace = await paceOf(database, async () => {
        answers[name] = await ask()
      })
      if (pace > 3) slow.push([name, pace])
    }
    await drop()
    expect(answers).toEqual({ waiting: 1565, mine: 0, done: 1000, filters: 20, next: true })
    expect(slow).toEqual([])
  })
})
