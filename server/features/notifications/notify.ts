import type { ReceiptListener } from '#server/features/billing/receipts/issue-receipts.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import { publishEvents } from '#server/platform/live/publishing.ts'
import { notifications } from '#shared/features/notifications/contract.ts'
import { isListed } from './bell/about.ts'
import { goesBy } from './bell/choices.ts'
import type { ConsultationTidings } from './consultation-texts.ts'
import { nextSettled } from './next-settled.ts'
import type { Db } from '#server/platform/database/statement.ts'

/** Of a consultation: something that has happened, and what reminds of it. */
type ConsultationNotice = 'consultation' | 'consultation_day' | 'consultation_soon'

/** Something to tell a person; `key` makes a repeat the same notice. */
export type Notice = { userId: number; key: string } & (
  | { kind: 'reminder'; reminderId: number }
  | { kind: 'message' | 'verdict'; messageId: number }
  | { kind: 'refund' | 'payment'; receiptId: number }
  | { kind: 'points'; scoreId: number; sinceId: number; streamId?: number }
  | { kind: 'article'; articleId: number }
  | { kind: 'mention'; clubMessageId: number }
  | { kind: 'day'; streamId: number; dayId: number }
  | { kind: 'announcement'; announcementId: number; byPush: boolean; byLetter: boolean }
  | { kind: 'digest'; afterId: number; untilId: number }
  | { kind: ConsultationNotice; consultationId: number; what: ConsultationTidings; startsAt: number }
)

/** How long a notice stays relevant, in seconds; push services keep it no longer. */
const worthSeconds = {
  reminder: 2 * 3600,
  message: 86_400,
  verdict: 3 * 86_400,
  refund: 3 * 86_400,
  payment: 3 * 86_400,
  points: 3 * 86_400,
  article: 3 * 86_400,
  mention: 86_400,
  day: 86_400,
  announcement: 3 * 86_400,
  digest: 86_400,
  consultation: 2 * 86_400,
  consultation_day: 2 * 3600,
  consultation_soon: 20 * 60,
} as const

/** How many notices are new, and to how many of them devices and e-mails belong. */
export type Notified = { count: number; pushed: number; lettered: number }

const insertNotices = one<[notices: string, nowSeconds: number], Notified>(
  'insert-notices',
  `with told as (
     insert into notices (user_id, kind, data, key, created_at, expires_at)
     select u.id, n.kind, n.data, n.key, to_timestamp($2::float8), to_timestamp($2::float8 + n.worth)
       from json_to_recordset($1) as n("userId" bigint, kind text, data jsonb, key text, worth float8)
       join users u on u.id = n."userId" and u.status > 0 and u.blocked_at is null
      where ${isListed('n')} or not u.is_notification_disabled
     on conflict (user_id, key) do nothing
     returning id, user_id, kind, data
   ), sent as (
     select told.id, told.user_id, u.is_email_validated,
       case when ${isListed('told')} then ${goesBy('push', 'told')} else told.kind <> 'digest' end as is_pushed,
       case when ${isListed('told')} then ${goesBy('letter', 'told')} when told.kind = 'digest' then true end as is_lettered
     from told join users u on u.id = told.user_id and not u.is_notification_disabled
   ), pushed as (
     insert into notice_deliveries (notice_id, is_letter, subscription_id, due_at)
     select sent.id, false, s.id, to_timestamp($2::float8) from sent join push_subscriptions s on s.user_id = sent.user_id
      where sent.is_pushed
     returning notice_id
   ), lettered as (
     insert into notice_deliveries (notice_id, is_letter, due_at)
     select sent.id, true, to_timestamp($2::float8) from sent
      where case when sent.is_lettered is null then not exists (select from push_subscriptions s where s.user_id = sent.user_id)
                 else sent.is_lettered and sent.is_email_validated end
     returning notice_id
   ), news as (
     select distinct user_id from told where ${isListed('told')} order by user_id
   ), ${publishEvents(notifications, 'notices', { from: 'news', roomId: 'user_id', stored: {} })}
   select (select count(*)::int from told) as count, (select count(distinct notice_id)::int from pushed) as pushed,
     (select count(*)::int from lettered) as lettered`,
)

/**
 * Lists what has happened for each person and queues it by the way that they have chosen; what reminds goes to their devices, without
 * one by e-mail. People who switched notifications off are sent nothing. Part of the transaction `tx`. Returns how many notices are new,
 * and of how many people they go to devices or by e-mail.
 */
export async function notify(tx: Db, notices: readonly Notice[], now: number): Promise<Notified> {
  const none = { count: 0, pushed: 0, lettered: 0 }
  if (!notices.length) return none
  const rows = notices.map(notice => ({
    userId: notice.userId,
    kind: notice.kind,
    key: notice.key,
    worth: worthSeconds[notice.kind],
    data: dataOf(notice),
  }))
  return (await insertNotices(tx, JSON.stringify(rows), now / 1000)) ?? none
}

function dataOf(notice: Notice): Record<string, number | string | boolean> {
  if (notice.kind === 'reminder') return { reminder_id: notice.reminderId }
  if ('consultationId' in notice)
    return { consultation_id: notice.consultationId, what: notice.what, starts_at: notice.startsAt }
  if ('scoreId' in notice) {
    const { scoreId, sinceId, streamId } = notice
    return { score_id: scoreId, ...(streamId !== undefined && { since_id: sinceId, stream_id: streamId }) }
  }
  if ('untilId' in notice) return { after_id: notice.afterId, until_id: notice.untilId }
  if ('announcementId' in notice)
    return { announcement_id: notice.announcementId, by_push: notice.byPush, by_letter: notice.byLetter }
  if ('dayId' in notice) return { stream_id: notice.streamId, day_id: notice.dayId }
  if ('clubMessageId' in notice) return { club_message_id: notice.clubMessageId }
  if ('articleId' in notice) return { article_id: notice.articleId }
  return 'receiptId' in notice ? { receipt_id: notice.receiptId } : { message_id: notice.messageId }
}

/** Tells who bought that money came or went back; the receipt itself comes by e-mail. */
export const tellReceipt: ReceiptListener = async (tx, { id, kind, entry, userId }, now) => {
  const told = kind === 'credit_note' ? 'refund' : entry === 'payment' ? 'payment' : undefined
  if (told && userId !== null) await notify(tx, [{ userId, kind: told, key: `receipt:${id}`, receiptId: id }], now)
}

/** Locked by the one node that looks for messages. */
const lockTold = one<[], { lastMessageId: number }>(
  'lock-told-messages',
  'select last_message_id as "lastMessageId" from told_messages for update skip locked',
)

/** A message being looked at, and its learner. */
type MessageRow = {
  id: number
  userId: number
  kind: 'message' | 'verdict' | 'submission' | 'consultation'
  isUnseen: boolean
}

const batch = 500

/** Messages after `afterId` in order, up to the first younger than `untilSeconds`. */
const listMessages = many<[afterId: number, untilSeconds: number], MessageRow>(
  'list-messages-to-tell',
  `with ${nextSettled('chat_messages', batch, { after: '$1', until: '$2::float8' })}
   select m.id, k.user_id as "userId", m.kind, m.is_expert and m.number > k.learner_seen
       and m.created_at > to_timestamp($2::float8) - interval '1 day' as "isUnseen"
     from next m join chats k on k.id = m.chat_id order by m.id`,
)

const setTold = run<[lastMessageId: number]>('set-told-messages', 'update told_messages set last_message_id = $1')

/**
 * How long a message from staff stays unseen before the learner is notified, in ms: anyone with the chat open has seen
 * it by then.
 */
const unseenMs = 60_000

/**
 * Notifies learners of messages and verdicts unseen for a minute; one node at a time. Adds no work to posting: it reads
 * on from the last message it looked at. Returns whether there may be more.
 */
export async function tellUnseen(tx: Db, now: number): Promise<boolean> {
  const told = await lockTold(tx)
  if (!told) return false
  const messages = await listMessages(tx, told.lastMessageId, (now - unseenMs) / 1000)
  const last = messages.at(-1)
  if (!last) return false
  const notices = messages
    .filter(message => message.isUnseen)
    .map(({ id, userId, kind }) => ({
      userId,
      key: `message:${id}`,
      kind: kind === 'verdict' ? kind : ('message' as const),
      messageId: id,
    }))
  await notify(tx, notices, now)
  await setTold(tx, last.id)
  return messages.length === batch
}
