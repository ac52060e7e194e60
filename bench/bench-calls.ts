import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Database } from '#server/platform/database/database.ts'

export type Person = { userId: number; token: string }
/** A consultation with its learner and its expert. */
export type Call = { id: number; people: [Person, Person] }
export type CallSchool = {
  learner: Person
  /** The learner's place, and what can be booked in it with many experts. */
  streamId: number
  kindId: number
  calls: Call[]
}

const texts = '{"en": {"title": "Talk", "description": ""}}'

/** Experts who work on weekdays, each with bookings, absences and a full calendar elsewhere; and calls that go on at this moment. */
export async function seedCalls(
  database: Database,
  { experts, calls }: { experts: number; calls: number },
): Promise<CallSchool> {
  const people = await addPeople(database, 2 * calls + experts)
  const learner = people[0]
  if (!learner) throw new Error('The bench has no people')
  const streamId = await addPlace(database, learner.userId)
  const kindId = await addKind(
    database,
    people.slice(-experts).map(({ userId }) => userId),
  )
  const pairs = Array.from({ length: calls }, (_, at): [Person, Person] => [
    people[2 * at] ?? learner,
    people[2 * at + 1] ?? learner,
  ])
  const ids = await addConsultations(database, { kindId, streamId, pairs })
  return { learner, streamId, kindId, calls: pairs.map((pair, at): Call => ({ id: ids[at] ?? 0, people: pair })) }
}

async function addPeople(database: Database, count: number): Promise<Person[]> {
  const { rows } = await database.query<{ id: number }>({
    text: `insert into users (brand_id, email, username, first_name, role)
      select 'kurso', 'c' || n || '@example.com', 'c' || n, 'C', case when n % 2 = 0 then 'expert' else 'learner' end
      from generate_series(1, $1::int) n returning id`,
    values: [count],
  })
  const people = rows.map(({ id }) => ({ userId: id, token: newToken() }))
  await database.query({
    text: `insert into sessions (user_id, token_hash, expires_at)
      select user_id, token_hash, now() + interval '1 day' from unnest($1::bigint[], $2::bytea[]) as s(user_id, token_hash)`,
    values: [people.map(({ userId }) => userId), people.map(({ token }) => hashToken(token))],
  })
  return people
}

async function addPlace(database: Database, learnerId: number): Promise<number> {
  const { rows } = await database.query<{ id: number }>({
    text: `with c as (
        insert into courses (brand_id, key, languages, texts, days_count)
        values ('kurso', 'calls', '{en}', '{"en": {"title": "Course"}}', 1) returning id
      ), s as (
        insert into streams (course_id, starts_on, ends_on) select id, current_date, current_date + 60 from c returning id, course_id
      )
      insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, course_full_access)
      select $1, course_id, id, current_date, current_date + 60, true from s returning id`,
    values: [learnerId],
  })
  return rows[0]?.id ?? 0
}

/** Of each expert 40 hours a week, an absence, and 20 busy times of a calendar elsewhere. */
async function addKind(database: Database, expertIds: number[]): Promise<number> {
  const { rows } = await database.query<{ id: number }>({
    text: `with k as (
        insert into video_kinds (brand_id, texts, length_minutes, step_minutes, buffer_after_minutes, notice_minutes, horizon_days,
          needs_confirmation, takes_quota)
        values ('kurso', $1, 30, 30, 10, 60, 60, false, false) returning id
      ), x as (
        insert into video_experts (user_id, timezone)
        select e, (array['Europe/Madrid', 'Europe/Moscow', 'America/New_York', 'America/Santiago'])[1 + e % 4]
        from unnest($2::bigint[]) e returning user_id
      ), h as (
        insert into video_hours (user_id, weekday, from_minute, until_minute)
        select x.user_id, d, p * 300 + 540, p * 300 + 780 from x, generate_series(1, 5) d, generate_series(0, 1) p
      ), a as (
        insert into video_absences (user_id, kind, starts_at, ends_at, client_key)
        select x.user_id, 'absence', current_date + 10, current_date + 12, 'one' from x
      ), b as (
        insert into video_busy_times (user_id, starts_at, ends_at)
        select x.user_id, current_date + n + interval '11 hours', current_date + n + interval '12 hours' from x, generate_series(1, 20) n
      )
      insert into video_kind_experts (kind_id, expert_id) select k.id, x.user_id from k, x returning kind_id as id`,
    values: [texts, expertIds],
  })
  return rows[0]?.id ?? 0
}

type Pairs = { kindId: number; streamId: number; pairs: [Person, Person][] }

/** One that goes on now for each pair, and two a day of the kind's experts. */
async function addConsultations(database: Database, { kindId, streamId, pairs }: Pairs): Promise<number[]> {
  const columns = 'brand_id, kind_id, user_id, user_stream_id, expert_id, during, pad, status, client_key'
  await database.query({
    text: `insert into video_consultations (${columns})
      select 'kurso', $1, ($3::bigint[])[1 + (k.expert_id + n * 7) % array_length($3, 1)], $2, k.expert_id, t.span, t.span, 'confirmed',
        gen_random_uuid()
      from video_kind_experts k, generate_series(0, 59) n, lateral (select tstzrange(current_date + 1 + n / 2 + make_interval(hours => 13 + n % 2),
        current_date + 1 + n / 2 + make_interval(hours => 13 + n % 2, mins => 30)) as span) t
      where k.kind_id = $1 on conflict do nothing`,
    values: [kindId, streamId, pairs.map(([{ userId }]) => userId)],
  })
  const { rows } = await database.query<{ id: number }>({
    text: `insert into video_consultations (${columns})
      select 'kurso', $1, l, $2, e, span, span, 'confirmed', gen_random_uuid()
      from unnest($3::bigint[], $4::bigint[]) with ordinality as p(l, e, at),
        (select tstzrange(now(), now() + interval '30 minutes') as span) t order by at returning id`,
    values: [kindId, streamId, pairs.map(([one]) => one.userId), pairs.map(([, other]) => other.userId)],
  })
  return rows.map(({ id }) => id)
}
