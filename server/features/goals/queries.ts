import { freezesJson } from '#server/features/streams/queries.ts'
import { one, run } from '#server/platform/database/statement.ts'
import type { Goal } from '#shared/features/goals/rules.ts'
import type { Freeze } from '#shared/features/streams/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'

/** A learner's place in a course; `…_at` in Unix seconds. */
export type PlaceRow = {
  course_id: number
  course_version: number
  starts_on: LocalDate
  ends_on: LocalDate
  is_demo: boolean
  course_full_access: boolean
  is_optional_purchase: boolean
  stopped_at: number | null
  /** Whether a subscription keeps it open without an end. */
  is_subscribed: boolean
  subscription_ends_at: number | null
  freezes: Freeze[]
  finished: { day_id: number; at: number }[]
  passed_homeworks: { homework_id: number; at: number }[]
}

/** What decides how a learner's weeks go: their goals in order, the dates on which they learned, and their places in courses. */
export const findWeeks = one<
  [userId: number, thisWeek: LocalDate],
  { goals: Goal[]; active: LocalDate[]; places: PlaceRow[] }
>(
  'find-weeks',
  `select
     (select coalesce(json_agg(json_build_object('from', g.from_week, 'days', g.days) order by g.from_week), '[]')
      from week_goals g where g.user_id = $1) as goals,
     (select coalesce(json_agg(distinct a.on_date), '[]') from active_days a
      where a.user_id = $1
        and a.on_date >= least($2::date, (select min(g.from_week) from week_goals g where g.user_id = $1))) as active,
     (select coalesce(json_agg(json_build_object('course_id', us.course_id, 'course_version', c.version,
        'starts_on', us.starts_on, 'ends_on', us.ends_on, 'is_demo', us.is_demo,
        'course_full_access', us.course_full_access, 'is_optional_purchase', us.is_optional_purchase,
        'stopped_at', unix(us.stopped_at),
        'is_subscribed', coalesce(ps.is_lifetime or ps.status = 'Active', false),
        'subscription_ends_at', unix(ps.end_at),
        'freezes', ${freezesJson},
        'finished', (select coalesce(json_agg(json_build_object('day_id', d.day_id, 'at', unix(d.finished_at))), '[]')
          from day_statuses d where d.user_stream_id = us.id and d.finished_at is not null),
        'passed_homeworks', (select coalesce(json_agg(json_build_object('homework_id', h.homework_id, 'at', unix(h.updated_at))), '[]')
          from user_homeworks h where h.user_stream_id = us.id and h.status = 'DONE'))), '[]')
      from user_streams us join courses c on c.id = us.course_id
      left join payment_subscriptions ps on ps.id = us.payment_subscription_id and ps.user_id = us.user_id
      where us.user_id = $1 and us.taken_out_at is null) as places`,
)

/** Sets the goal from a week on; the last one that is set holds. */
export const setWeekGoal = run<[userId: number, fromWeek: LocalDate, days: number | null]>(
  'set-week-goal',
  `insert into week_goals (user_id, from_week, days) values ($1, $2, $3)
   on conflict (user_id, from_week) do update set days = excluded.days, set_at = now()
     where week_goals.days is distinct from excluded.days`,
)

/**
 * The days since a date on which somebody learned, in their time zone, with the seconds that they watched; and how many such days
 * there are in all. Reports are added up in quarters of an hour first, as no zone is apart from UTC by less.
 */
export const findActivity = one<
  [userId: number, timeZone: string, from: LocalDate],
  { days: { date: LocalDate; seconds: number }[]; active_days: number }
>(
  'find-activity',
  `with watched as (
     select date_bin('15 minutes', e.occurred_at, 'epoch') as at, sum(e.viewed_seconds) as seconds
     from user_streams us join progress_events e on e.user_stream_id = us.id
     where us.user_id = $1 and e.viewed_seconds > 0 and e.occurred_at >= $3::date - interval '1 day'
     group by 1
   ), days as (
     select on_date, sum(seconds)::int as seconds from (
       select local_day(at, $2) as on_date, seconds from watched
       union all select on_date, 0 from active_days where user_id = $1 and on_date >= $3::date
     ) each_day where on_date >= $3::date group by on_date
   )
   select
     (select coalesce(json_agg(json_build_object('date', on_date, 'seconds', seconds) order by on_date), '[]') from days) as days,
     (select count(distinct on_date)::int from active_days where user_id = $1) as active_days`,
)
