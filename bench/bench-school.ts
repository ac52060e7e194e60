import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'
import { seedServices } from './bench-services.ts'
import { size } from './size.ts'

/** One learner taking part in the load, at one lesson of an open day. */
export type BenchLearner = {
  token: string
  userId: number
  userStreamId: number
  courseId: number
  dayId: number
  setLessonId: number
  /** The chat of that stream; it has `messages` in it. */
  chatId: number
  messages: number
}

const { learners, asking, longChats } = size
/** Those in the middle ask. */
const [firstAsking, lastAsking] = [learners * 0.4 + 1, learners * 0.4 + asking]
const longChatMessages = 10_000

const texts = (title: string) =>
  JSON.stringify({
    en: { title, shortTitle: title, shortDescription: 'About it', excerpt: '', text: 'Text. '.repeat(30) },
  })

/** Each course is sold, so that it has a public page. */
export const sellCourses = (database: Database) =>
  database.query({
    text: `with service as (
       insert into services (brand_id, type, texts, course_id, access_days)
       select 'kurso', 'course_buy', $1::jsonb, id, 60 from courses returning id
     )
     insert into service_prices (service_id, currency, amount) select id, 'EUR', 4900 from service`,
    values: [texts('Course')],
  })

const runOn =
  (database: Database) =>
  (text: string, values: unknown[] = []) =>
    database.query({ text, values })

/** 40 courses of 28 days with 6 lessons, each with a cohort. */
async function seedCourses(database: Database): Promise<void> {
  const run = runOn(database)
  await run(
    `insert into courses (brand_id, key, languages, texts, days_count)
    select 'kurso', 'course-' || n, '{en}', $1::jsonb, 24 from generate_series(1, 40) n`,
    [texts('Course')],
  )
  await run(
    `insert into course_stages (course_id, key, sort, texts)
    select c.id, 'stage-' || n, n, $1::jsonb from courses c, generate_series(1, 4) n`,
    [texts('Stage')],
  )
  await run(
    `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, is_rest, score, texts)
    select s.course_id, s.id, 'day-' || ((s.sort - 1) * 7 + n), (s.sort - 1) * 7 + n, (s.sort - 1) * 7 + n - 1, n = 7, 10, $1::jsonb
    from course_stages s, generate_series(1, 7) n order by s.course_id, s.sort, n`,
    [texts('Day')],
  )
  await run(
    `insert into course_lessons (course_id, key, texts)
    select d.course_id, d.key || '-lesson-' || n, $1::jsonb from course_days d, generate_series(1, 6) n where not d.is_rest`,
    [texts('Lesson')],
  )
  await run(
    `insert into course_lesson_sets (day_id, key, sort) select id, key || '-set', 1 from course_days where not is_rest`,
  )
  await run(`insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort)
    select s.id, l.id, split_part(l.key, '-lesson-', 2)::int from course_lesson_sets s
    join course_days d on d.id = s.day_id
    join course_lessons l on l.course_id = d.course_id and split_part(l.key, '-lesson-', 1) = d.key`)
  await run(
    `insert into streams (course_id, starts_on, ends_on) select id, current_date - 14, current_date + 20 from courses`,
  )
}

/** Fills an empty database: courses, and learners with 4 streams each, half done. */
export async function seedBenchSchool(database: Database): Promise<BenchLearner[]> {
  const run = runOn(database)
  await seedCourses(database)
  await run(`insert into users (brand_id, email, username, first_name)
    select 'kurso', 'learner' || n || '@example.com', 'learner' || n, 'Learner' from generate_series(1, ${learners}) n`)
  await run(`insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
    select u.id, s.course_id, s.id, s.starts_on, s.ends_on, true from users u
    join streams s on (u.id + s.id) % 10 = 0`)
  await run(`insert into day_statuses (user_stream_id, day_id, started_at, finished_at)
    select us.id, d.id, now(), now() from user_streams us join course_days d on d.course_id = us.course_id
    where d.day_number <= 12 and not d.is_rest`)
  await run(`insert into lesson_statistics (user_stream_id, lesson_set_lesson_id, day_id, viewed_seconds, play_count)
    select us.id, sl.id, d.id, 300, 1 from user_streams us
    join course_days d on d.course_id = us.course_id and d.day_number <= 3 and not d.is_rest
    join course_lesson_sets s on s.day_id = d.id join course_lesson_set_lessons sl on sl.lesson_set_id = s.id`)
  await seedServices(database)
  const signedIn = await signInLearners(database)
  await seedMessages(database, signedIn)
  await run('vacuum analyze')
  return signedIn
}

async function signInLearners(database: Database): Promise<BenchLearner[]> {
  const found = await database.query<Omit<BenchLearner, 'token' | 'messages'>>({
    text: `select distinct on (us.user_id) us.user_id as "userId", us.id as "userStreamId", us.course_id as "courseId",
        d.id as "dayId", sl.id as "setLessonId", c.id as "chatId"
      from user_streams us join chats c on c.user_stream_id = us.id join course_days d on d.course_id = us.course_id and d.day_number = 13
      join course_lesson_sets s on s.day_id = d.id join course_lesson_set_lessons sl on sl.lesson_set_id = s.id
      where us.user_id between ${firstAsking} and ${lastAsking} order by us.user_id, us.id, sl.id`,
  })
  const signedIn = found.rows.map((learner, index) => ({
    token: newToken(),
    messages: index < longChats ? longChatMessages : 10,
    ...learner,
  }))
  await database.query({
    text: `insert into sessions (user_id, token_hash, expires_at)
      select user_id, token_hash, now() + interval '1 day' from unnest($1::bigint[], $2::bytea[]) as s(user_id, token_hash)`,
    values: [signedIn.map(({ userId }) => userId), signedIn.map(({ token }) => hashToken(token))],
  })
  return signedIn
}

/** Ten messages in most chats, ten thousand in some; learner and expert in turn. */
async function seedMessages(database: Database, signedIn: BenchLearner[]) {
  const values = [signedIn.map(({ chatId }) => chatId), signedIn.map(({ messages }) => messages)]
  await database.query({
    text: `insert into chat_messages (chat_id, number, author_id, is_expert, text, client_key, created_at)
      select c.id, n, c.user_id, n % 2 = 0, 'Message ' || n || ' of this chat, of an ordinary length for one', 'seed-' || n,
             now() - interval '1 hour' * (k.messages - n)
      from unnest($1::bigint[], $2::int[]) as k(chat_id, messages) join chats c on c.id = k.chat_id,
           generate_series(1, k.messages) n`,
    values,
  })
  await database.query({
    text: `update chats c set message_count = k.messages, last_message_at = now()
      from unnest($1::bigint[], $2::int[]) as k(chat_id, messages) where c.id = k.chat_id`,
    values,
  })
}
