import { expect, test } from 'vitest'
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

/** 20 courses of 600 learners with three homeworks each: 36,000 submissions, of which 1,565 wait. */
async function fillSchool(database: Database) {
  for (const text of [
    `insert into users (brand_id, email, username, role) select 'kurso', n || '@example.com', 'u' || n,
       case when n = 1 then 'admin' else 'learner' end from generate_series(1, 1201) n`,
    `insert into courses (brand_id, key, content_hash, languages, texts, days_count, source)
       select 'kurso', 'course-' || n, n::text, '{en}', '{"en": {"title": "Course"}}', 1, '{}' from generate_series(1, 20) n`,
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
  const page = { ...all, limit: 50, offset: 0, heldSinceSeconds }
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
