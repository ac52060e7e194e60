import '#server/app/features.ts'
import { declaredStatements } from '#server/platform/database/statement.ts'
import { statusExpansions } from '#shared/features/streams/contract.ts'
import type { BenchLearner } from './bench-school.ts'

export type Row = {
  name: string
  /** Processor time a request against the limit's, at most. */
  goal: number
  path: (learner: BenchLearner) => string
  body?: (learner: BenchLearner) => object
  headers?: Record<string, string>
  /** Which of the learners take part; all when not given. */
  of?: (learner: BenchLearner) => boolean
  /** Asked again by somebody who has the answer already. */
  isKnown?: true
  /** Each request carries a key of its own, as a client's does. */
  hasKey?: true
  /** Each request is about another of the services for ours: its number stands where the path has SERVICE. */
  ofAnyService?: true
  limit: {
    /** What the bare server runs; the token's hash is its last parameter. */
    text: string
    values: (learner: BenchLearner) => unknown[]
    /** Answered from memory once the token is checked. */
    isMemory?: boolean
  }
}

const api = '/spa/api/v1'
const today = new Date().toISOString().slice(0, 10)
const session = 'select user_id from sessions where token_hash = $T and expires_at > now()'

/** The server's own statement with the token check inside it: `$user` stands where the user's id stood. */
function withToken(name: string, userAt: number, count: number): string {
  const text = declaredStatements().get(name)
  if (!text) throw new Error(`No statement is named ${name}`)
  const owned = text.replaceAll(new RegExp(`\\$${userAt}\\b`, 'g'), '(select user_id from actor)')
  const renumbered = owned.replaceAll(/\$(\d+)\b/g, (whole, n: string) =>
    Number(n) > userAt ? `$${Number(n) - 1}` : whole,
  )
  const rest = renumbered.trimStart().replace(/^with /, ', ')
  return `with actor as (${session.replace('$T', `$${count}`)}) ${rest}`
}

/** All that a course's tree can be asked for. */
export const fullTree = 'stages.days.lesson_sets,stages.days.scores,lessons,documents,course_options,trainingOptions'

const courseTree: Omit<Row, 'name' | 'goal'> = {
  path: learner => `${api}/courses/${learner.courseId}?expand=${fullTree}&lang=en`,
  headers: { 'accept-encoding': 'br' },
  limit: { text: session.replace('$T', '$1'), values: () => [], isMemory: true },
}

const messageText = 'Thank you, the second exercise is much easier now. Shall I go on with the third one tomorrow?'

/** The calls that the bench measures. */
export const benchRows: Row[] = [
  {
    name: 'GET /user',
    goal: 1.5,
    path: () => `${api}/user?lang=en`,
    limit: { text: withToken('find-user', 1, 2), values: () => [[]] },
  },
  {
    name: 'GET /user-course-streams',
    goal: 1.5,
    path: () => `${api}/user-course-streams?expand=progress,freeze&lang=en`,
    limit: { text: withToken('list-streams', 1, 3), values: () => [null, ['progress', 'freeze']] },
  },
  {
    name: 'GET /user-course-streams/{id}/status',
    goal: 1.6,
    path: learner =>
      `${api}/user-course-streams/${learner.userStreamId}/status?expand=${statusExpansions.join(',')}&lang=en`,
    limit: {
      text: withToken('find-stream-with-progress', 2, 3),
      values: learner => [learner.userStreamId, statusExpansions],
    },
  },
  {
    name: 'GET /course-offer/find',
    goal: 1.6,
    path: learner => `${api}/course-offer/find?courseId=${learner.courseId}&lang=en`,
    limit: {
      text: withToken('list-sold-services', 1, 5),
      values: learner => [today, 'kurso', 'course', learner.courseId],
    },
  },
  {
    name: 'GET /catalog-position',
    goal: 1.6,
    path: () => `${api}/catalog-position?perPage=6&page=1&lang=en`,
    limit: { text: withToken('list-catalog-positions', 6, 7), values: () => ['kurso', null, null, 6, 0, today] },
  },
  {
    name: 'GET /banners',
    goal: 1.5,
    path: () => `${api}/banners?lang=en`,
    limit: {
      text: withToken('list-banners', 5, 5),
      values: () => [[], 'kurso', Math.floor(Date.now() / 1000), ['desktop', 'tablet', 'mobile']],
    },
  },
  {
    name: 'GET /articles/preview, found among 10,000',
    goal: 1.5,
    path: () => `${api}/articles/preview?search=evenings+about+subject7&lang=en`,
    limit: {
      text: withToken('search-articles', 4, 8),
      values: () => ['evenings about subject7', 'kurso', Math.floor(Date.now() / 1000), null, false, 20, 0],
    },
  },
  {
    name: 'POST /order/{id}',
    goal: 1.8,
    path: () => `${api}/order/SERVICE?lang=en`,
    body: () => ({ currency: 'EUR' }),
    hasKey: true,
    ofAnyService: true,
    limit: {
      text: `with actor as (${session.replace('$T', '$2')}),
        o as (
          insert into orders (brand_id, user_id, service_id, type, title, language, timezone, currency, full_amount, amount,
            tax_rate, consultations, points, closes_at)
          select 'kurso', user_id, $1, 'course_buy', 'A product', 'en', 'UTC', 'EUR', 4900, 4900, 0, 0, 5, now() + interval '7 days'
          from actor on conflict do nothing returning id)
        insert into invoices (order_id, number, amount, due_at) select id, 1, 4900, now() from o`,
      values: () => ['RANDOM_SERVICE'],
    },
  },
  { name: 'GET /courses/{id}', goal: 3, ...courseTree },
  { name: 'GET /courses/{id}, not changed', goal: 1.2, isKnown: true, ...courseTree },
  {
    name: 'GET /explore/{alias}',
    goal: 1,
    path: () => '/explore/en/course-1',
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
    limit: courseTree.limit,
  },
  {
    name: 'POST /save-lesson-stat',
    goal: 1.8,
    path: () => `${api}/save-lesson-stat?lang=en`,
    body: learner => ({
      stage_day_id: learner.dayId,
      user_course_stream_id: learner.userStreamId,
      stage_day_lesson_set_lesson_id: learner.setLessonId,
      viewed_seconds: 5,
      play_count: 0,
      day_status: 'started',
      position_seconds: 40,
    }),
    limit: {
      text: `with actor as (${session.replace('$T', '$6')}),
        event as (
          insert into progress_events (user_stream_id, key, kind, day_id, lesson_set_lesson_id, viewed_seconds, occurred_at)
          select us.id, $2, 'lesson_viewed', $3, $4, $5, now() from user_streams us
          where us.id = $1 and us.user_id = (select user_id from actor) returning *)
        insert into lesson_statistics as known (user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds)
        select user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds from event
        on conflict (user_stream_id, lesson_set_lesson_id) do update
          set viewed_seconds = known.viewed_seconds + excluded.viewed_seconds`,
      values: ({ userStreamId, dayId, setLessonId }) => [userStreamId, 'RANDOM', dayId, setLessonId, 5],
    },
  },
  messagesRow('the latest of 10', { page: 1, messages: 10 }),
  messagesRow('the latest of 10,000', { page: 1, messages: 10_000 }),
  messagesRow('the first of 10,000', { page: 1000, messages: 10_000 }),
  {
    name: 'POST /chats/{id}/messages',
    goal: 1.8,
    path: learner => `${api}/chats/${learner.chatId}/messages?lang=en`,
    body: () => ({ message: messageText }),
    of: learner => learner.messages === 10,
    hasKey: true,
    limit: {
      text: `with actor as (${session.replace('$T', '$5')})
        insert into chat_messages (chat_id, number, author_id, is_expert, text, client_key)
        select $1, $2, user_id, false, $3, $4 from actor returning id, created_at`,
      values: learner => [learner.chatId, 'RANDOM_NUMBER', messageText, 'RANDOM'],
    },
  },
]

/** A page of ten messages of a chat that holds `messages`. */
function messagesRow(name: string, { page, messages }: { page: number; messages: number }): Row {
  return {
    name: `GET /chats/{id}/messages, ${name}`,
    goal: 1.5,
    path: learner => `${api}/chats/${learner.chatId}/messages?page=${page}&per-page=10&lang=en`,
    of: learner => learner.messages === messages,
    limit: {
      text: withToken('list-messages', 1, 9),
      values: learner => ['learner', 'kurso', null, null, learner.chatId, true, page, 10],
    },
  }
}
