import { seal, unseal } from '#server/features/accounts/sealing.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Db, many, one, run } from '#server/platform/database/statement.ts'
import { askOutside } from '#server/platform/outgoing/ask-outside.ts'
import { AddressRefused } from '#server/platform/outgoing/send-outside.ts'
import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import type { Span } from '#shared/features/videoconsultations/slots.ts'
import type { ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { expertToWire, findManagedExpert } from '../hours/hours.ts'
import { findExpertHours } from '../hours/hours-queries.ts'
import { readApart } from './read-apart.ts'
import type { VideoContext } from '../hours/slots.ts'

export type OutsideParts = { codeKey: string; allowPrivate: boolean }
type Fault = NonNullable<ExpertHoursWire['calendar']['fault']>

const purpose = 'outside calendar'
const mostBytes = 2_000_000
const againSeconds = 15 * 60
const dayMs = 86_400_000
/** As far ahead as anything can be booked. */
const aheadMs = 400 * dayMs

type Owned = { expertId: number; timeZone: string; now: number }

/** What the calendar of an expert says, or what is wrong with it. */
async function fetchBusy(url: string, { now, ...owned }: Owned, allowPrivate: boolean): Promise<Span[] | Fault> {
  let body: string
  try {
    const headers = { accept: 'text/calendar', 'user-agent': 'Kurso' }
    const answer = await askOutside({ url, method: 'GET', headers }, { mostBytes, allowPrivate })
    if (answer.status !== 200) return 'not_reached'
    body = answer.body.toString('utf8')
  } catch (error) {
    if (error instanceof AddressRefused) return 'address_refused'
    return error instanceof Error && error.name === 'AnswerTooLong' ? 'too_large' : 'not_reached'
  }
  return readApart(body, { ...owned, range: { from: now - dayMs, until: now + aheadMs } })
}

const refusalOf = {
  address_refused: 'calendar_address_refused',
  not_reached: 'calendar_not_reached',
  too_large: 'calendar_too_large',
  not_a_calendar: 'not_a_calendar',
} as const satisfies Record<Fault, string>

/** Sets the address (null for none), with what was read there. */
const setCalendar = run<{
  id: number
  timezone: string
  url: Buffer | null
  host: string
  busy: string
  nowSeconds: number
  dueSeconds: number
}>(
  'set-outside-calendar',
  `with d as (
     insert into video_experts as known (user_id, timezone, calendar_url, calendar_host, calendar_fetched_at, calendar_due_at)
     select $id, $timezone, $url::bytea, $host, n.at, n.due from (select
       case when $url::bytea is not null then to_timestamp($nowSeconds::float8) end as at,
       case when $url::bytea is not null then to_timestamp($dueSeconds::float8) end as due) n
     on conflict (user_id) do update set calendar_url = excluded.calendar_url, calendar_host = excluded.calendar_host,
       calendar_fetched_at = excluded.calendar_fetched_at, calendar_due_at = excluded.calendar_due_at, calendar_fault = null
     returning user_id
   ), gone as (
     delete from video_busy_times b using d where b.user_id = d.user_id and not exists (
       select from json_to_recordset($busy) as n("from" float8, until float8)
       where to_timestamp(n."from" / 1000) = b.starts_at and to_timestamp(n.until / 1000) = b.ends_at)
   )
   insert into video_busy_times (user_id, starts_at, ends_at)
   select distinct d.user_id, to_timestamp(n."from" / 1000), to_timestamp(n.until / 1000)
   from d, json_to_recordset($busy) as n("from" float8, until float8) on conflict do nothing`,
)

/** Sets the address of an expert's calendar and reads it; refused as long as it cannot be read, and the one before stays. */
export async function changeCalendar(
  context: VideoContext<'PUT /studio/video-hours/:expertId/calendar'>,
  parts: OutsideParts,
) {
  const { db, user, now, body, live, refuse } = context
  const row = await findManagedExpert(context)
  const { id } = row.expert
  const url = body.url?.trim() ?? null
  const owned = { expertId: id, timeZone: row.timezone, now }
  const busy = url === null ? [] : await fetchBusy(url, owned, parts.allowPrivate)
  if (typeof busy === 'string') return refuse(refusalOf[busy], { fields: ['url'] })
  const host = url === null ? '' : new URL(url).hostname
  await db.inTransaction(async tx => {
    await setCalendar(tx, {
      id,
      timezone: row.timezone,
      url: url === null ? null : seal(parts.codeKey, purpose, String(id), Buffer.from(url)),
      host,
      busy: JSON.stringify(busy),
      nowSeconds: now / 1000,
      dueSeconds: now / 1000 + againSeconds,
    })
    await writeAudit(tx, user, { action: 'consultation.calendar', targetType: 'user', targetId: id, detail: { host } })
  })
  live.signal(videoconsultations, 'video_calendar', user.brandId, {})
  const set = await findExpertHours(db, { id, brandId: user.brandId, nowSeconds: now / 1000 })
  return expertToWire(set ?? row, user)
}

type DueRow = { id: number; url: Buffer; timezone: string }

/** Claims calendars that are to be read again by putting them off, so that no other node reads them too. */
const claimDue = many<[nowSeconds: number, dueSeconds: number], DueRow>(
  'claim-outside-calendars',
  `update video_experts d set calendar_due_at = to_timestamp($2::float8)
   where d.user_id in (select user_id from video_experts where calendar_due_at <= to_timestamp($1::float8)
     order by calendar_due_at limit 5 for update skip locked)
   returning d.user_id as id, d.calendar_url as url, d.timezone`,
)

/** Keeps what was read last and says what is wrong now, unless the address has changed meanwhile. */
const setFault = run<[id: number, url: Buffer, fault: string]>(
  'set-outside-calendar-fault',
  'update video_experts set calendar_fault = $3 where user_id = $1 and calendar_url = $2',
)

const lockUnchanged = one<[id: number, url: Buffer], { id: number }>(
  'lock-outside-calendar',
  'select user_id as id from video_experts where user_id = $1 and calendar_url = $2 for update',
)

/** Reads again the calendars that are due. Answers whether there may be more. */
export async function readDueCalendars(
  database: Database,
  now: number,
  { codeKey, allowPrivate }: OutsideParts,
): Promise<boolean> {
  const due = await claimDue(database, now / 1000, now / 1000 + againSeconds)
  await Promise.all(
    due.map(async ({ id, url, timezone }) => {
      const address = unseal(codeKey, purpose, String(id), url)?.toString()
      const busy =
        address === undefined
          ? 'address_refused'
          : await fetchBusy(address, { expertId: id, timeZone: timezone, now }, allowPrivate)
      if (typeof busy === 'string') return void (await setFault(database, id, url, busy))
      if (address === undefined) return
      await database.inTransaction(tx => keepBusy(tx, { id, url, timezone, address, busy, now }))
    }),
  )
  return due.length > 0
}

type Read = DueRow & { address: string; busy: Span[]; now: number }

async function keepBusy(tx: Db, { id, url, timezone, address, busy, now }: Read) {
  if (!(await lockUnchanged(tx, id, url))) return
  const times = { nowSeconds: now / 1000, dueSeconds: now / 1000 + againSeconds }
  await setCalendar(tx, { id, timezone, url, host: new URL(address).hostname, busy: JSON.stringify(busy), ...times })
}
