import { markNoticesRead } from '#server/features/notifications/bell/notice-queries.ts'
import { type Notice, notify } from '#server/features/notifications/notify.ts'
import { type Db, many } from '#server/platform/database/statement.ts'

type NewsRow = {
  kind: 'message' | 'verdict' | 'payment' | 'refund' | 'day' | 'consultation' | 'announcement'
  id: number
  streamId: number
  at: number
  startsAt: number
}

/** What has happened to a learner since a time, and days of courses since another, in Unix seconds, oldest first. */
const listNews = many<[userId: number, sinceSeconds: number, daysSinceSeconds: number], NewsRow>(
  'list-news-of-demo-learner',
  `select news.kind, news.id, coalesce(news.stream_id, 0) as "streamId", unix(news.at) as at, coalesce(unix(news.starts_at), 0) as "startsAt"
   from (
     select m.kind, m.id, null::bigint as stream_id, m.created_at as at, null::timestamptz as starts_at
       from chat_messages m join chats k on k.id = m.chat_id join user_streams us on us.id = k.user_stream_id
      where us.user_id = $1 and m.is_expert and m.kind in ('message', 'verdict')
     union all
     select case when r.kind = 'credit_note' then 'refund' else 'payment' end, r.id, null, e.happened_at, null
       from receipts r join ledger_entries e on e.id = r.entry_id join invoices i on i.id = e.invoice_id join orders o on o.id = i.order_id
      where o.user_id = $1 and e.kind in ('payment', 'refund')
     union all
     select 'day', d.day_id, us.id, date_trunc('day', d.started_at, u.timezone), null
       from day_statuses d join user_streams us on us.id = d.user_stream_id join users u on u.id = us.user_id
      where us.user_id = $1 and not us.is_demo and us.stopped_at is null and d.started_at > to_timestamp($3::float8)
     union all
     select 'consultation', v.id, v.user_stream_id, v.created_at, lower(v.during)
       from video_consultations v where v.user_id = $1 and v.status = 'confirmed'
     union all
     select 'announcement', r.announcement_id, null, r.told_at, null from announcement_recipients r where r.user_id = $1
   ) news
   where news.at > to_timestamp($2::float8) order by news.at, news.id`,
)

const dayMs = 86_400_000
/** How far back the bell of a demo learner goes, for days of courses as well, and since when they have not looked, in ms. */
const [keptMs, daysMs, unseenMs] = [21 * dayMs, 3 * dayMs, dayMs]

/** Lists behind the bell of a demo learner what has happened to them of late; they have read all but the last day's. */
export async function seedDemoNotices(tx: Db, userId: number, now: number): Promise<void> {
  const news = await listNews(tx, userId, (now - keptMs) / 1000, (now - daysMs) / 1000)
  const isOld = ({ at }: NewsRow) => at * 1000 < now - unseenMs
  for (const one of news.filter(isOld)) await notify(tx, [noticeOf(userId, one)], one.at * 1000)
  await markNoticesRead(tx, userId, Number.MAX_SAFE_INTEGER, now / 1000)
  for (const one of news.filter(row => !isOld(row))) await notify(tx, [noticeOf(userId, one)], one.at * 1000)
}

/** By the keys with which the school tells the same: none of it is told again. */
function noticeOf(userId: number, { kind, id, streamId, startsAt }: NewsRow): Notice {
  if (kind === 'day') return { userId, kind, key: `day:${streamId}:${id}`, streamId, dayId: id }
  if (kind === 'payment' || kind === 'refund') return { userId, kind, key: `receipt:${id}`, receiptId: id }
  if (kind === 'announcement')
    return { userId, kind, key: `announcement:${id}`, announcementId: id, byPush: true, byLetter: true }
  if (kind === 'consultation')
    return { userId, kind, key: `demo consultation:${id}`, consultationId: id, what: 'confirmed', startsAt }
  return { userId, kind, key: `message:${id}`, messageId: id }
}
