import { one, run } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'
import type { QuietHoursWire } from '#shared/features/notifications/notice-calls.ts'
import { type QuietHours, quietUntil, usualQuiet } from '#shared/features/notifications/rules.ts'
import type { About } from '../bell/about.ts'

type Calls = (typeof notifications)['calls']
type Asking<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

const findQuietHours = one<[userId: number], QuietHoursWire>(
  'find-quiet-hours',
  'select is_on, from_time, until_time from quiet_hours where user_id = $1',
)

/** Sets somebody's quiet hours. What waits for the end of those before is looked at again, but nothing that is being sent (a minute at most). */
const setQuietHours = run<[userId: number, isOn: boolean, from: string, until: string, nowSeconds: number]>(
  'set-quiet-hours',
  `with woken as (
     update notice_deliveries d set due_at = least(d.due_at, to_timestamp($5::float8)) from notices n
      where n.id = d.notice_id and n.user_id = $1 and d.due_at > to_timestamp($5::float8 + 60)
   )
   insert into quiet_hours (user_id, is_on, from_time, until_time) values ($1, $2, $3, $4)
   on conflict (user_id) do update set is_on = excluded.is_on, from_time = excluded.from_time, until_time = excluded.until_time`,
)

export async function quietHoursOf({ db, user }: Pick<Asking<'PUT /user-quiet-hours'>, 'db' | 'user'>) {
  const usual = { is_on: true, from_time: usualQuiet.from, until_time: usualQuiet.until }
  return (await findQuietHours(db, user.userId)) ?? usual
}

export async function chooseQuietHours({ db, user, body, now, refuse }: Asking<'PUT /user-quiet-hours'>) {
  if (body.from_time === body.until_time) return refuse('invalid_input', { fields: ['until_time'] })
  await setQuietHours(db, user.userId, body.is_on, body.from_time, body.until_time, now / 1000)
  return body
}

/** SQL: the quiet hours of the person `u`, with those of `quietJoin`; null for who has none. */
export const quietColumn = `case when coalesce(q.is_on, true) then
       json_build_object('from', coalesce(q.from_time, '${usualQuiet.from}'), 'until', coalesce(q.until_time, '${usualQuiet.until}')) end`
export const quietJoin = 'left join quiet_hours q on q.user_id = u.id'

/** What comes at an hour that its person has chosen, or at that of a consultation. */
const neverWaits: readonly About['kind'][] = ['reminder', 'alert', 'consultation_day', 'consultation_soon']
/** What is told of a consultation that begins so soon after the quiet hours, or began so shortly before, does not wait, in ms. */
const soonMs = 3_600_000

type Waiting = Pick<About, 'kind' | 'consultation'> & { quiet: QuietHours | null; timezone: string }

/**
 * Until when a notice waits at `now`, both in ms; undefined when it may disturb. A day opens at midnight, which is no hour to tell it,
 * whatever hours its learner has chosen.
 */
export function waitsUntil({ kind, consultation, quiet, timezone }: Waiting, now: number): number | undefined {
  if (neverWaits.includes(kind)) return undefined
  const own = quiet ? quietUntil(quiet, timezone, now) : undefined
  const until = own ?? (kind === 'day' ? quietUntil(usualQuiet, timezone, now) : undefined)
  return until !== undefined && consultation && isNear(consultation.startsAt * 1000, now, until) ? undefined : until
}

const isNear = (at: number, now: number, until: number) => at > now - soonMs && at < until + soonMs
