import { many, one } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { notifications } from '#shared/features/notifications/contract.ts'
import { goesBy } from './choices.ts'
import { type About, aboutColumns, aboutJoins, isListed, personColumn } from './about.ts'

/** SQL: the notices of the person `$1`, without those whose subject is gone or is of clubs where no brand of `withClubs` has them. */
const ownNotices = (withClubs: string) => `notices n join users u on u.id = n.user_id
     ${aboutJoins(withClubs)}
   where n.user_id = $1 and ${isListed('n')} and coalesce(m.id, cr.id, vc.id, sc.id, ac.id, mc.id, dc.id, an.id) is not null`

/** SQL: a message is read with its chat, too, also in a club, and a day once it was begun. */
const isRead = `(n.read_at is not null or coalesce(m.number <= k.learner_seen, false) or coalesce(cm.number <= cv.read_number, false) or ds.started_at is not null)`

export type NoticeRow = About & {
  id: number
  createdAt: number
  isRead: boolean
  person: { name: string; avatar: string | null } | null
}

/** One page, newest first, with the total in each row; past the end, a single row without an id. */
export const listNotices = many<
  [userId: number, limit: number, offset: number, withClubs: readonly string[]],
  (NoticeRow | { id: null }) & { total: number }
>(
  'list-notices',
  `select listed.total, page.*
   from (select count(*)::int as total from ${ownNotices('$4')}) listed
   left join (
     select n.id, n.kind, unix(n.created_at) as "createdAt", ${isRead} as "isRead", coalesce(m.text, '') as text,
       null as "reminderId", null as alert, ${personColumn}, ${aboutColumns}
     from ${ownNotices('$4')} order by n.id desc limit $2 offset $3
   ) page on true
   order by page.id desc`,
)

export const countUnreadNotices = one<
  [userId: number, withClubs: readonly string[]],
  { count: number; ofMessages: number }
>(
  'count-unread-notices',
  `select count(*)::int as count, (count(*) filter (where m.id is not null))::int as "ofMessages" from ${ownNotices('$2')} and not ${isRead}`,
)

export type MissedRow = About & { total: number }

/**
 * What somebody has not read of their notices after one and up to another, newest first, with the total in each row. What they get
 * e-mails of is left out.
 */
export const listMissed = many<
  [userId: number, afterId: number, untilId: number, limit: number, withClubs: readonly string[]],
  MissedRow
>(
  'list-missed-notices',
  `select (count(*) over ())::int as total, n.kind, coalesce(m.text, '') as text, null as "reminderId", null as alert, ${aboutColumns}
   from ${ownNotices('$5')} and n.id > $2 and n.id <= $3 and not ${isRead} and not ${goesBy('letter', 'n')}
   order by n.id desc limit $4`,
)

/** Marks what is listed up to a notice as read and tells the person's devices; returns nothing if that changes nothing. */
export const markNoticesRead = one<[userId: number, untilId: number, nowSeconds: number], { told: number }>(
  'mark-notices-read',
  `with read as (
     update notices n set read_at = to_timestamp($3::float8)
     where n.user_id = $1 and n.id <= $2 and n.read_at is null and ${isListed('n')} returning n.id
   )
   select ${publishEvent(notifications, 'notices', '$1::bigint', {})} as told where exists (select from read)`,
)
