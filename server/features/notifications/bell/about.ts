import { titleOf } from '#server/features/billing/orders/plan-now.ts'
import type { EntryKind } from '#shared/features/billing/orders/order-state.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { AnnouncementTexts } from '#shared/features/announcements/rules.ts'
import type { Currency } from '#shared/platform/money.ts'
import type { AlertCounts } from '../alerts/alert-queries.ts'
import type { ConsultationTidings } from '../consultation-texts.ts'

type Titles = Partial<Record<Language, string>>

/** What a notice tells, looked up from its ids. */
export type About = {
  kind:
    | 'reminder'
    | 'message'
    | 'verdict'
    | 'alert'
    | 'digest'
    | 'refund'
    | 'payment'
    | 'points'
    | 'article'
    | 'mention'
    | 'day'
    | 'announcement'
    | 'consultation'
    | 'consultation_day'
    | 'consultation_soon'
  reminderId: number | null
  chatId: number | null
  /** Of the reminder or the message. */
  text: string
  authorName: string
  verdict: 'DONE' | 'FAIL' | null
  /** The stream and the homework of a verdict. */
  userStreamId: number | null
  homeworkId: number | null
  /** What of an alert still waits. */
  alert: AlertCounts | null
  /** Of money that came or went back. */
  receipt: { id: number; kind: EntryKind; amount: number; currency: Currency; title: string } | null
  /** An entry, or all of the days of a stream that were finished on one date. */
  points: {
    id: number
    amount: number
    type: string
    note: string | null
    count: number
    streamId: number | null
  } | null
  /** An article of a club. */
  article: { id: number; clubId: number; titles: Titles; club: Titles } | null
  /** A message of a club that names the person. */
  mention: { id: number; clubId: number; by: string; text: string; club: Titles } | null
  /** A day of a course that has opened. */
  day: { id: number; streamId: number; number: number; titles: Titles; course: Titles } | null
  /** What the school tells many people at once. */
  announcement: { id: number; texts: AnnouncementTexts } | null
  /** The video consultation that it is about, and the other one's name; `startsAt` in Unix seconds. */
  consultation: {
    id: number
    what: ConsultationTidings
    startsAt: number
    with: string
    timezone: string
    isStaff: boolean
  } | null
}

/** SQL: what a notice `n` of the person `u` is about, with `aboutJoins`. */
export const aboutColumns = `k.id as "chatId", coalesce(trim(a.first_name || ' ' || a.last_name), '') as "authorName",
     h.verdict, k.user_stream_id as "userStreamId", w.homework_id as "homeworkId",
     case when cr.id is not null then
       json_build_object('id', cr.id, 'kind', ce.kind, 'amount', ce.amount, 'currency', co.currency, 'title', ${titleOf('ci', 'co')}) end as receipt,
     case when sc.id is not null then json_build_object('id', sc.id, 'amount', coalesce(sd.amount, sc.amount),
       'type', sc.type, 'note', sc.note, 'count', coalesce(sd.count, 1), 'streamId', (n.data->>'stream_id')::bigint) end as points,
     case when ac.id is not null then
       json_build_object('id', ar.id, 'clubId', ac.id, 'titles', titles_in(ar.texts), 'club', ac.titles) end as article,
     case when mc.id is not null then json_build_object('id', cm.id, 'clubId', mc.id, 'text', cm.text, 'club', mc.titles,
       'by', trim(ma.first_name || ' ' || ma.last_name)) end as mention,
     case when dc.id is not null then json_build_object('id', od.id, 'streamId', os.id, 'number', od.day_number,
       'titles', titles_in(od.texts), 'course', titles_in(dc.texts)) end as day,
     case when an.id is not null then json_build_object('id', an.id, 'texts', an.texts) end as announcement,
     case when vc.id is not null then json_build_object('id', vc.id, 'what', n.data->>'what',
       'startsAt', unix(lower(vc.during)), 'timezone', u.timezone, 'isStaff', u.id is distinct from vc.user_id,
       'with', coalesce((select trim(w.first_name || ' ' || w.last_name) from users w
          where w.id = case when u.id = vc.user_id then vc.expert_id else vc.user_id end), '')) end as consultation`

/** SQL: where a notice `n` finds what it is about; of clubs only those of the brands `withClubs`. */
export const aboutJoins = (
  withClubs: string,
) => `left join chat_messages m on n.kind in ('message', 'verdict') and m.id = (n.data->>'message_id')::bigint
     left join chats k on k.id = m.chat_id
     left join users a on a.id = m.author_id
     left join homework_attempts h on h.verdict_message_id = m.id
     left join user_homeworks w on w.id = h.user_homework_id
     left join receipts cr on n.kind in ('refund', 'payment') and cr.id = (n.data->>'receipt_id')::bigint
     left join ledger_entries ce on ce.id = cr.entry_id left join invoices ci on ci.id = ce.invoice_id
     left join orders co on co.id = ci.order_id
     left join user_scores sc on n.kind = 'points' and sc.id = (n.data->>'score_id')::bigint
     left join lateral (
       select sum(x.amount)::int as amount, count(*)::int as count from user_scores x
        where x.user_id = n.user_id and x.id between (n.data->>'since_id')::bigint and sc.id
          and x.type = 'day' and x.source like 'stream:' || (n.data->>'stream_id') || ':%'
     ) sd on sc.id is not null and n.data ? 'since_id'
     left join articles ar on n.kind = 'article' and ar.id = (n.data->>'article_id')::bigint and ar.published_at <= n.created_at
     left join communities ac on ac.id = ar.community_id and not ac.is_hidden and ac.brand_id = any (${withClubs}::text[])
     left join club_messages cm on n.kind = 'mention' and cm.id = (n.data->>'club_message_id')::bigint and cm.hidden_at is null
     left join users ma on ma.id = cm.author_id
     left join communities mc on mc.id = cm.community_id and ma.id is not null and not mc.is_hidden
       and mc.brand_id = any (${withClubs}::text[])
     left join club_readers cv on cv.community_id = mc.id and cv.user_id = n.user_id
     left join user_streams os on n.kind = 'day' and os.id = (n.data->>'stream_id')::bigint and os.user_id = n.user_id
       and os.taken_out_at is null
     left join course_days od on od.id = (n.data->>'day_id')::bigint and od.course_id = os.course_id and od.archived_at is null
     left join courses dc on dc.id = od.course_id
     left join day_statuses ds on ds.user_stream_id = os.id and ds.day_id = od.id
     left join announcements an on n.kind = 'announcement' and an.id = (n.data->>'announcement_id')::bigint
     left join video_consultations vc on n.data ? 'consultation_id' and vc.id = (n.data->>'consultation_id')::bigint`

const shownPerson = (user: string) =>
  `json_build_object('name', trim(${user}.first_name || ' ' || ${user}.last_name), 'avatar', ${user}.avatar)`

/** SQL: who stands behind a notice `n` of the person `u`, with `aboutJoins`; null when nobody does or they are gone. */
export const personColumn = `case when a.id is not null then ${shownPerson('a')} when mc.id is not null then ${shownPerson('ma')}
     when vc.id is not null then (select ${shownPerson('w')} from users w
       where w.id = case when u.id = vc.user_id then vc.expert_id else vc.user_id end) end as person`

/** SQL: whether a notice is something that has happened; what only reminds, the alerts of staff and digests are not listed. */
export const isListed = (notice: string) =>
  `${notice}.kind not in ('reminder', 'alert', 'digest', 'consultation_day', 'consultation_soon')`
