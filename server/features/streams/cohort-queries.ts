import type { LocalDate } from '#shared/platform/times.ts'
import { many, one } from '#server/platform/database/statement.ts'

/** Creates a course's cohort for a start date, once; `existing` says what becomes of the end of one that is there. */
export const upsertCohort = one<
  [courseId: number, startsOn: LocalDate, endsOn: LocalDate, existing: 'keep-end' | 'move-end'],
  { id: number; startsOn: LocalDate; endsOn: LocalDate; isNew: boolean }
>(
  'upsert-cohort',
  `insert into streams as known (course_id, starts_on, ends_on) values ($1, $2, $3)
   on conflict (course_id, starts_on) do update set
     ends_on = case when $4 = 'move-end' then excluded.ends_on else known.ends_on end
   returning id, starts_on as "startsOn", ends_on as "endsOn", xmax = 0 as "isNew"`,
)

/** Gives learners a place in a cohort, or back the one they were taken out of; answers those who did not have it already. */
export const insertUserStreams = many<[userStreams: string], { id: number; userId: number }>(
  'insert-user-streams',
  `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo, is_optional_purchase,
     course_full_access, payment_subscription_id, max_consultation_count)
   select u."userId", u."courseId", u."streamId", u."startsOn", u."endsOn", coalesce(u."isDemo", false),
     coalesce(u."isOptionalPurchase", false), coalesce(u."courseFullAccess", false), u."paymentSubscriptionId",
     coalesce(u."maxConsultationCount", (select c.consultation_limit from courses c where c.id = u."courseId"), 0)
   from json_to_recordset($1) as u("userId" bigint, "courseId" bigint, "streamId" bigint, "startsOn" date, "endsOn" date,
     "isDemo" boolean, "isOptionalPurchase" boolean, "courseFullAccess" boolean, "paymentSubscriptionId" bigint,
     "maxConsultationCount" int)
   on conflict (user_id, stream_id) do update set taken_out_at = null, stopped_at = null
     where user_streams.taken_out_at is not null
   returning id, user_id as "userId"`,
)

export const findDemoCourse = one<[brandId: string, key: string], { id: number; days_count: number }>(
  'find-demo-course',
  'select id, days_count from courses where brand_id = $1 and key = $2 and archived_at is null',
)

/** Gives a demo stream to a learner without streams; undefined when they have a stream or had this demo before. */
export const insertDemoStream = one<[demo: string], { id: number }>(
  'insert-demo-stream',
  `with demo as (
     select * from json_to_record($1) as d("userId" bigint, "serviceId" bigint, "courseId" bigint, "streamId" bigint,
       "startsOn" date, "endsOn" date)
     where not exists (select from user_streams us where us.user_id = d."userId")
   ), given as (
     insert into demo_accesses (user_id, service_id) select "userId", "serviceId" from demo
     on conflict do nothing returning user_id
   )
   insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo)
   select "userId", "courseId", "streamId", "startsOn", "endsOn", true from demo
   where exists (select from given)
   on conflict (user_id, stream_id) do nothing
   returning id`,
)
