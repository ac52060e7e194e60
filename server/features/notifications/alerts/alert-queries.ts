import { many, one, run } from '#server/platform/database/statement.ts'
import type { AlertSettingsWire } from '#shared/features/notifications/contract.ts'

/** Unanswered submissions by how long they have waited, and messages of clubs that were reported. */
export type AlertCounts = { fresh: number; h12: number; h20: number; overdue: number; reported: number }

/** Hours after handing in at which those who answer are told again; administrators hear only of the last. */
const stepHours = '(values (0), (12), (20), (24)) steps(hours)'
/** A claim holds for 20 minutes after its last sign of life. */
const claimLasts = `interval '20 minutes'`

/**
 * SQL: counts of what came to wait for 0, 12, 20 or 24 hours after `from` and until `until`, each submission by the last of these,
 * as far as it still needs the person `u`: nobody has answered it, or taken it, unless it is overdue for an administrator.
 */
const waitingHomework = (from: string, until: string, now: string) => `(
  select (count(*) filter (where s.step = 0))::int as fresh, (count(*) filter (where s.step = 12))::int as h12,
    (count(*) filter (where s.step = 20))::int as h20, (count(*) filter (where s.step = 24))::int as overdue,
    count(*)::int as waiting
  from (
    select a.id, max(steps.hours) as step
    from ${stepHours}
    join homework_attempts a on a.submitted_at > ${from} - make_interval(hours => steps.hours)
      and a.submitted_at <= ${until} - make_interval(hours => steps.hours)
    join user_homeworks uh on uh.id = a.user_homework_id
    join user_streams us on us.id = uh.user_stream_id
    where a.verdict is null and a.replaced_at is null and us.user_id <> u.id
      and (u.role <> 'admin' or steps.hours = 24)
      and (u.role = 'admin' or a.claimed_by is null or a.active_at <= ${now} - ${claimLasts})
      and teaches(u.id, u.role, u.brand_id, us.course_id)
    group by a.id
  ) s)`

/**
 * SQL: how many messages of the school's clubs members began to report after `from` and until `until`, and wait for the administrator
 * `u` to decide; however many report one, it is told of once. What they report themselves they know.
 */
const reportedMessages = (from: string, until: string) => `(
  select count(*)::int as reported from (
    select from club_reports p join club_messages m on m.id = p.message_id join communities c on c.id = m.community_id
    where u.role = 'admin' and c.brand_id = u.brand_id and p.handled_at is null and p.user_id <> u.id
    group by p.message_id having min(p.created_at) > ${from} and min(p.created_at) <= ${until}
  ) begun)`

/** SQL: one row of AlertCounts and their sum, of what is new to the person `u` after `from` and until `until`; all are instants. */
export const alertCounts = (from: string, until: string, now: string) => `(
  select h.fresh, h.h12, h.h20, h.overdue, r.reported, h.waiting + r.reported as total
  from ${waitingHomework(from, until, now)} h, ${reportedMessages(from, until)} r)`

/** Staff who answer homework, or lead those who do and decide about what members of clubs report. */
const isAlerted = `u.role in ('expert', 'admin') and u.status > 0 and u.blocked_at is null`

/** Begins the alerts of staff who have none yet: they are told of what comes from then on. */
export const insertMissingAlerts = run<[fromSeconds: number]>(
  'insert-missing-staff-alerts',
  `insert into staff_alerts (user_id, told_until)
   select u.id, to_timestamp($1::float8) from users u
   where ${isAlerted} and not exists (select from staff_alerts s where s.user_id = u.id)
   on conflict (user_id) do nothing`,
)

export type AlertedRow = { userId: number; timezone: string; weekdays: number[]; from: string; until: string }

/** Holds staff who may be told something: not those told after `$1`, nor those that another node holds. */
export const lockAlerted = many<[toldBeforeSeconds: number], AlertedRow>(
  'lock-alerted-staff',
  `select s.user_id as "userId", u.timezone, s.weekdays, s.from_time as from, s.until_time as until
   from staff_alerts s join users u on u.id = s.user_id
   where ${isAlerted} and (s.told_at is null or s.told_at <= to_timestamp($1::float8))
   order by s.user_id for update of s skip locked`,
)

/**
 * Queues one alert for each of `userIds` who have something new until `untilSeconds`, to every way that they have chosen, and
 * notes that they were told. Answers how many alerts there are.
 */
export const insertAlerts = one<
  { userIds: readonly number[]; untilSeconds: number; nowSeconds: number; worthSeconds: number },
  { count: number }
>(
  'insert-staff-alerts',
  `with moment as (
     select to_timestamp($untilSeconds::float8) as until, to_timestamp($nowSeconds::float8) as now
   ), due as materialized (
     select s.user_id, s.told_until, s.by_push, s.by_letter
     from moment, staff_alerts s join users u on u.id = s.user_id
     cross join lateral ${alertCounts('s.told_until', 'moment.until', 'moment.now')} c
     where s.user_id = any($userIds) and c.total > 0
   ), told as (
     insert into notices (user_id, kind, data, key, created_at, expires_at)
     select due.user_id, 'alert', jsonb_build_object('from', due.told_until, 'until', moment.until),
       'alert:' || extract(epoch from due.told_until), moment.now, moment.now + make_interval(secs => $worthSeconds::float8)
     from due, moment
     where due.by_letter or due.by_push and exists (select from push_subscriptions p where p.user_id = due.user_id)
     on conflict (user_id, key) do nothing
     returning id, user_id
   ), pushed as (
     insert into notice_deliveries (notice_id, is_letter, subscription_id, due_at)
     select told.id, false, p.id, moment.now
     from told join due on due.user_id = told.user_id and due.by_push join push_subscriptions p on p.user_id = told.user_id, moment
   ), lettered as (
     insert into notice_deliveries (notice_id, is_letter, due_at)
     select told.id, true, moment.now from told join due on due.user_id = told.user_id and due.by_letter, moment
   ), noted as (
     update staff_alerts s
     set told_until = greatest(s.told_until, moment.until),
       told_at = case when s.user_id in (select user_id from told) then moment.now else s.told_at end
     from moment where s.user_id = any($userIds)
   )
   select count(*)::int as count from told`,
)

const settingColumns = `by_badge, by_push, by_letter, weekdays, from_time, until_time`

/** Undefined for who has never been told anything. */
export const findAlertSettings = one<[userId: number], AlertSettingsWire>(
  'find-alert-settings',
  `select ${settingColumns} from staff_alerts where user_id = $1`,
)

/** Changes how somebody is told; who was never told begins at `nowSeconds`. */
export const setAlertSettings = run<[userId: number, nowSeconds: number, settings: string]>(
  'set-alert-settings',
  `insert into staff_alerts (user_id, told_until, ${settingColumns})
   select $1, to_timestamp($2::float8), w.by_badge, w.by_push, w.by_letter, w.weekdays, w.from_time, w.until_time
   from json_to_record($3) as w(by_badge boolean, by_push boolean, by_letter boolean, weekdays smallint[], from_time text,
     until_time text)
   on conflict (user_id) do update set by_badge = excluded.by_badge, by_push = excluded.by_push,
     by_letter = excluded.by_letter, weekdays = excluded.weekdays, from_time = excluded.from_time,
     until_time = excluded.until_time`,
)
