import type { CohortLearnerWire, learnerOrders } from '#shared/features/cohorts/contract.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { staffNameOf } from '#server/features/chat/message.ts'
import { completeDaysCount, type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'

export type CohortRow = {
  id: number
  course_id: number
  course_version: number
  starts_on: LocalDate
  ends_on: LocalDate
  seats: number | null
  learners_count: number
}

const cohortColumns = `s.id, s.course_id, c.version as course_version, s.starts_on, s.ends_on, s.seats,
  (select count(*)::int from user_streams us where us.stream_id = s.id and us.taken_out_at is null) as learners_count`

/** The cohorts of a brand, the latest start first. */
export const listCohorts = many<[brandId: string], CohortRow>(
  'list-cohorts',
  `select ${cohortColumns} from streams s join courses c on c.id = s.course_id
   where c.brand_id = $1 order by s.starts_on desc, s.id desc`,
)

/** A cohort of the brand, with those who are named as experts of its course. */
export const findCohort = one<
  [id: number, brandId: string],
  CohortRow & { is_course_archived: boolean; experts: { id: number; name: string }[] }
>(
  'find-cohort',
  `select ${cohortColumns}, c.archived_at is not null as is_course_archived,
     (select coalesce(json_agg(json_build_object('id', u.id, 'name', ${staffNameOf('u')}) order by u.id), '[]')
      from course_experts e join users u on u.id = e.user_id where e.course_id = c.id) as experts
   from streams s join courses c on c.id = s.course_id where s.id = $1 and c.brand_id = $2`,
)

/** A published course of the brand at its version. */
export const findCourseOfBrand = one<[id: number, brandId: string], { id: number; version: number }>(
  'find-course-of-brand',
  'select id, version from courses where id = $1 and brand_id = $2 and version > 0',
)

export type PlaceRow = StreamRow & { user_id: number; stream_id: number; name: string; timezone: string }

/** The places of a cohort, or those among `ids`. */
export const listPlaces = many<[cohortId: number, ids: readonly number[] | null], PlaceRow>(
  'list-places',
  `select ${streamColumns}, us.user_id, us.stream_id, ${staffNameOf('u')} as name, u.timezone
   from ${streamTables} join users u on u.id = us.user_id
   where us.stream_id = $1 and ($2::bigint[] is null or us.id = any($2)) order by us.id`,
)

/** Another cohort of the same course, and who of `userIds` has, or had, a place there. */
export const findTarget = one<
  [id: number, courseId: number, userIds: readonly number[]],
  { startsOn: LocalDate; endsOn: LocalDate; seats: number | null; taken: number; occupied: number[] }
>(
  'find-target-cohort',
  `select s.starts_on as "startsOn", s.ends_on as "endsOn", s.seats,
     (select count(*)::int from user_streams us where us.stream_id = s.id and us.taken_out_at is null) as taken,
     (select coalesce(json_agg(us.user_id), '[]') from user_streams us
      where us.stream_id = s.id and us.user_id = any($3)) as occupied
   from streams s where s.id = $1 and s.course_id = $2 for no key update of s`,
)

/** Those of `ids` who are active people of the brand. */
export const listActivePeople = many<[ids: readonly number[], brandId: string], { id: number }>(
  'list-active-people',
  'select id from users where id = any($1) and brand_id = $2 and status > 0 and blocked_at is null',
)

/**
 * People of a brand among `emails` (in lower case), and whether they are in the cohort. `is true` keeps both lists hashed whatever
 * the tables were like when the statement was planned: compared one by one, 5,000 e-mails among 5,000 people take seconds.
 */
export const listPeopleByEmail = many<
  [brandId: string, emails: readonly string[], cohortId: number],
  { id: number; email: string; isActive: boolean; isPresent: boolean }
>(
  'list-people-by-email',
  `select u.id, lower(u.email) as email, u.status > 0 and u.blocked_at is null as "isActive",
     u.id in (select us.user_id from user_streams us where us.stream_id = $3 and us.taken_out_at is null) as "isPresent"
   from users u where u.brand_id = $1 and (lower(u.email) in (select unnest($2::text[]))) is true`,
)

type Order = (typeof learnerOrders)[number]
type LearnerRow = StreamRow & Omit<CohortLearnerWire, 'status' | 'ends_on'> & { timezone: string }

const begun = `(select coalesce(max(cd.day_number), 0) from day_statuses d
  join course_days cd on cd.id = d.day_id and cd.archived_at is null
  where d.user_stream_id = us.id and coalesce(d.started_at, d.finished_at) is not null)`

/**
 * One page of a cohort's learners in an order, with the total in each row, and whether the brand has the cohort at all; past
 * the end, a single row without an id.
 */
export const listLearners = many<
  {
    cohortId: number
    brandId: string
    sort: Order
    isDescending: boolean
    nowSeconds: number
    limit: number
    offset: number
  },
  (LearnerRow | { id: null }) & { total: number; isThere: boolean }
>(
  'list-cohort-learners',
  `with learners as materialized (
     select us.id, us.user_id, ${staffNameOf('u')} as name, u.email, u.timezone, ${begun} as reached,
       ${completeDaysCount} as days_done, c.days_count,
       (select unix(max(s.seen_at)) from sessions s where s.user_id = u.id and s.impersonator_id is null) as seen_at,
       coalesce(w.waiting, 0) as waiting, coalesce(w.overdue, 0) as overdue,
       (select coalesce(sum(p.amount), 0)::int from user_scores p where p.user_id = u.id) as points
     from user_streams us join users u on u.id = us.user_id
     join courses c on c.id = us.course_id and c.brand_id = $brandId
     left join lateral (
       select count(*)::int as waiting, (count(*) filter (where a.due_at < to_timestamp($nowSeconds::float8)))::int as overdue
       from user_homeworks h join homework_attempts a on a.user_homework_id = h.id
       where h.user_stream_id = us.id and h.status = 'UPLOADED' and a.verdict is null and a.replaced_at is null) w on true
     where us.stream_id = $cohortId and us.taken_out_at is null
   ), page as (
     select l.*, case when l.days_count > 0 then least(100, l.days_done * 100 / l.days_count) else 0 end as done,
       row_number() over (order by
         case when not ($isDescending and $sort::text = 'name') then lower(l.name) end,
         case when $isDescending and $sort::text = 'name' then lower(l.name) end desc, l.id
       ) as by_name
     from learners l
   ), sorted as (
     select p.*, case $sort::text when 'reached' then p.reached when 'done' then p.done when 'seen' then coalesce(p.seen_at, 0)
       when 'waiting' then p.waiting when 'points' then p.points else 0 end as figure from page p
   ), wanted as (
     select row_number() over (order by s.figure * case when $isDescending then -1 else 1 end, s.by_name) as place, s.*
     from sorted s order by place limit $limit offset $offset
   )
   select counted.*, f.*
   from (select count(*)::int as total, exists (select from streams s join courses c on c.id = s.course_id
     where s.id = $cohortId and c.brand_id = $brandId) as "isThere" from learners) counted
   left join (
     select ${streamColumns}, w.place, w.user_id, w.name, w.email, w.timezone, w.reached, w.days_done, w.done, w.seen_at,
       w.waiting, w.overdue, w.points
     from ${streamTables} join wanted w on w.id = us.id
   ) f on true
   order by f.place`,
)
