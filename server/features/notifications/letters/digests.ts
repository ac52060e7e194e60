import type { Database } from '#server/platform/database/database.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'
import type { DigestPace } from '#shared/features/notifications/notice-ways.ts'
import { nextDigest } from '#shared/features/notifications/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { notify } from '../notify.ts'
import { findTimezone } from '../reminder-queries.ts'

type Sent = Exclude<DigestPace, 'off'>

const findPace = one<[userId: number], { pace: Sent }>(
  'find-digest-pace',
  'select pace from digests where user_id = $1',
)

/** Begins with what is listed from now on; the same pace again changes nothing. */
const setPace = run<[userId: number, pace: Sent, nextAtSeconds: number, nextOn: LocalDate]>(
  'set-digest-pace',
  `insert into digests (user_id, pace, next_at, next_on, told_id)
   select $1, $2, to_timestamp($3::float8), $4::date, coalesce((select max(id) from notices where user_id = $1), 0)
   on conflict (user_id) do update set pace = excluded.pace, next_at = excluded.next_at, next_on = excluded.next_on, has_moved = false
   where digests.pace <> excluded.pace`,
)

/** Sends a person no more digests. */
export const endDigests = run<[userId: number]>('end-digests', 'delete from digests where user_id = $1')

type DueRow = {
  userId: number
  pace: Sent
  timezone: string
  /** Unix seconds. */
  nextAt: number
  nextOn: LocalDate
  sentOn: LocalDate | null
  toldId: number
  lastId: number
}

/**
 * Locks digests that are due or whose person changed time zone; skips those that another node has locked. One of the last minute's
 * notices with a lower id may still be on its way, so they wait for the next digest.
 */
const lockDue = many<[nowSeconds: number, count: number], DueRow>(
  'lock-due-digests',
  `select d.user_id as "userId", d.pace, u.timezone, unix(d.next_at) as "nextAt", d.next_on as "nextOn", d.sent_on as "sentOn",
     d.told_id as "toldId", greatest(d.told_id, (select max(n.id) from notices n
       where n.user_id = d.user_id and n.created_at < to_timestamp($1::float8 - 60))) as "lastId"
   from digests d join users u on u.id = d.user_id
   where d.user_id in (select user_id from digests where next_at <= to_timestamp($1::float8)
                       union all select user_id from digests where has_moved)
   order by d.next_at, d.user_id limit $2 for update of d skip locked`,
)

/** Notes digests as sent: [{userId, nextAt (Unix seconds), nextOn, sentOn, toldId}]. */
const setNext = run<[digests: string]>(
  'set-next-digests',
  `update digests d set next_at = to_timestamp(x."nextAt"), next_on = x."nextOn", sent_on = x."sentOn", told_id = x."toldId",
     has_moved = false
   from json_to_recordset($1) as x("userId" bigint, "nextAt" float8, "nextOn" date, "sentOn" date, "toldId" bigint)
   where d.user_id = x."userId"`,
)

type Calls = (typeof notifications)['calls']
type Asking<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

export async function digestOf({ db, user }: Asking<'GET /user-digest'>): Promise<{ pace: DigestPace }> {
  return (await findPace(db, user.userId)) ?? { pace: 'off' }
}

export async function chooseDigest({ db, user, body: { pace }, now, refuse }: Asking<'PUT /user-digest'>) {
  if (pace === 'off') {
    await endDigests(db, user.userId)
    return { pace }
  }
  const place = await findTimezone(db, user.userId)
  if (!place) return refuse('not_found')
  const { at, date } = nextDigest(pace, place.timezone, now)
  await setPace(db, user.userId, pace, at / 1000, date)
  return { pace }
}

const batch = 200

/**
 * Queues the digests that are due, each of what was listed since the one before. What is noted and what is queued is one
 * transaction, whatever breaks, and after an outage there is one and not several. Returns whether there may be more.
 */
export async function sendDigests(database: Database, now: number): Promise<boolean> {
  return database.inTransaction(async tx => {
    const rows = await lockDue(tx, now / 1000, batch)
    if (!rows.length) return false
    const isDue = ({ nextAt }: DueRow) => nextAt * 1000 <= now
    const next = rows.map(row => {
      const sentOn = isDue(row) ? row.nextOn : row.sentOn
      const { at, date } = nextDigest(row.pace, row.timezone, now, sentOn)
      const toldId = isDue(row) ? row.lastId : row.toldId
      return { userId: row.userId, nextAt: at / 1000, nextOn: date, sentOn, toldId }
    })
    await setNext(tx, JSON.stringify(next))
    const told = rows.filter(row => isDue(row) && row.lastId > row.toldId)
    await notify(tx, told.map(noticeOf), now)
    return rows.length === batch
  })
}

const noticeOf = ({ userId, nextOn, toldId, lastId }: DueRow) =>
  ({ userId, key: `digest:${nextOn}`, kind: 'digest', afterId: toldId, untilId: lastId }) as const
