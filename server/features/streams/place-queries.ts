import { streams } from '#shared/features/streams/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'

const told = publishEvent(streams, 'stream', 'us.user_id', { stream_id: 'us.id' })

/**
 * Makes whoever changes a cohort or its learners, or archives its course, wait for this transaction, and says whether the course is
 * archived; undefined for another brand's cohort.
 */
export const lockCohort = one<
  [id: number, brandId: string],
  { courseId: number; startsOn: LocalDate; endsOn: LocalDate; seats: number | null; isArchived: boolean }
>(
  'lock-cohort',
  `select s.course_id as "courseId", s.starts_on as "startsOn", s.ends_on as "endsOn", s.seats,
     c.archived_at is not null as "isArchived"
   from streams s join courses c on c.id = s.course_id and c.brand_id = $2 where s.id = $1 for no key update of s for share of c`,
)

/**
 * Whether a cohort has more learners than seats. Asked once the places are written and the cohort is locked: a count in the
 * statement that waits for the lock would be of before the wait.
 */
export const findOverfull = one<[id: number], { id: number }>(
  'find-overfull-cohort',
  `select s.id from streams s where s.id = $1
     and s.seats < (select count(*) from user_streams us where us.stream_id = s.id and us.taken_out_at is null)`,
)

/** Makes freezes and other changes of a cohort's places, or of those among `ids`, wait for this transaction. */
export const lockPlaces = many<[cohortId: number, ids: readonly number[] | null], { id: number }>(
  'lock-places',
  `select id from user_streams where stream_id = $1 and ($2::bigint[] is null or id = any($2)) order by id
   for no key update`,
)

/** Sets the dates and seats of a cohort; undefined when the course has another that starts on this day. */
export const setCohort = one<
  [id: number, startsOn: LocalDate, endsOn: LocalDate, seats: number | null],
  { id: number }
>(
  'set-cohort',
  `update streams s set starts_on = $2, ends_on = $3, seats = $4
   where s.id = $1 and not exists (
     select from streams other where other.course_id = s.course_id and other.starts_on = $2 and other.id <> $1)
   returning s.id`,
)

/** Opens a cohort; without an id where the course has one that starts on this day or is archived, which it then stays or does not become. */
export const insertCohort = one<
  [courseId: number, startsOn: LocalDate, endsOn: LocalDate, seats: number | null],
  { id: number | null; isArchived: boolean }
>(
  'insert-cohort',
  `with course as (
     select id, archived_at is not null as is_archived from courses where id = $1 for share
   ), made as (
     insert into streams (course_id, starts_on, ends_on, seats) select id, $2::date, $3::date, $4::int from course where not is_archived
     on conflict (course_id, starts_on) do nothing returning id
   ) select (select id from made) as id, is_archived as "isArchived" from course`,
)

/** Locks a cohort so that meanwhile nobody gets a place in it, until the end of the transaction. */
export const lockCohortWhole = one<[id: number, brandId: string], { courseId: number; startsOn: LocalDate }>(
  'lock-cohort-whole',
  `select s.course_id as "courseId", s.starts_on as "startsOn"
   from streams s join courses c on c.id = s.course_id and c.brand_id = $2 where s.id = $1 for update of s`,
)

/** Deletes a locked cohort that nobody was ever in and no product or order leads to; 0 when it is in use. */
export const deleteUnusedCohort = run<[id: number]>(
  'delete-unused-cohort',
  `delete from streams where id = $1 and not exists (select from user_streams where stream_id = $1)
     and not exists (select from services where stream_id = $1) and not exists (select from orders where stream_id = $1)`,
)

/** Gives places (JSON) the dates, cohort and rights that staff have decided on, and tells their learners. */
export const setPlaces = many<[places: string], { published: unknown }>(
  'set-places',
  `with p as (
     select * from json_to_recordset($1) as p(id bigint, "cohortId" bigint, "startsOn" date, "endsOn" date,
       "courseFullAccess" boolean, "isStopped" boolean)
   ), us as (
     update user_streams us set stream_id = p."cohortId", starts_on = p."startsOn", ends_on = p."endsOn",
       course_full_access = p."courseFullAccess",
       stopped_at = case when p."isStopped" then coalesce(us.stopped_at, now()) end
     from p where us.id = p.id returning us.id, us.user_id
   )
   select ${told} as published from us`,
)

/** Takes learners out of their cohort; what they have done is kept with their places. */
export const takeOutPlaces = many<[ids: readonly number[]], { published: unknown }>(
  'take-out-places',
  `with us as (
     update user_streams set taken_out_at = now() where id = any($1) and taken_out_at is null returning id, user_id
   )
   select ${told} as published from us`,
)

/**
 * Makes a learner's demo place a whole one, for as long as its cohort lasts, with all that they have done in it, and tells them;
 * undefined when it is not one.
 */
export const setPlaceWhole = one<[id: number], { id: number }>(
  'set-place-whole',
  `with us as (
     update user_streams us set is_demo = false, ends_on = greatest(us.ends_on, s.ends_on)
     from streams s where us.id = $1 and s.id = us.stream_id and us.is_demo and us.taken_out_at is null
     returning us.id, us.user_id
   )
   select us.id, ${told} as published from us`,
)
