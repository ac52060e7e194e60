import { isUnconfirmed } from '#server/features/accounts/queries.ts'
import { many, one, run } from '#server/platform/database/statement.ts'
import { alertCounts } from './alerts/alert-queries.ts'
import type { QuietHours } from '#shared/features/notifications/rules.ts'
import { quietColumn, quietJoin } from './quiet/quiet-hours.ts'
import { type About, aboutColumns, aboutJoins, isListed } from './bell/about.ts'
import { goesBy } from './bell/choices.ts'

export type KeyRow = { publicKey: string; privateKey: string; linkSecret: string }

/** Stores the first pair any node creates; returns nothing while another node is creating one. */
export const keepKeys = one<[publicKey: string, privateKey: string, linkSecret: string], KeyRow>(
  'keep-notification-keys',
  `with made as (
     insert into notification_keys (public_key, private_key, link_secret) values ($1, $2, $3)
     on conflict (is_only) do nothing
     returning public_key as "publicKey", private_key as "privateKey", link_secret as "linkSecret"
   )
   select * from made
   union all
   select public_key, private_key, link_secret from notification_keys`,
)

/**
 * Assigns a device to the session's person, whoever had it before; removes the session's previous device and the
 * person's oldest ones beyond `others`. Returns nothing when the session has ended.
 */
export const takeDevice = one<
  [
    userId: number,
    sessionId: number,
    endpoint: string,
    p256dh: string,
    auth: string,
    nowSeconds: number,
    others: number,
  ],
  { id: number }
>(
  'take-push-device',
  `with replaced as (
     delete from push_subscriptions
      where endpoint <> $3 and (session_id = $2 or id in (
        select id from push_subscriptions where user_id = $1 and endpoint <> $3 order by created_at desc, id desc offset $7::int))
   )
   insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
   select $1, s.id, $3, $4, $5, to_timestamp($6::float8) from sessions s where s.id = $2 and s.user_id = $1
   on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
     p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at
   returning id`,
)

export const forgetDeviceOfSession = run<[sessionId: number]>(
  'forget-push-device-of-session',
  'delete from push_subscriptions where session_id = $1',
)

export const forgetDevice = run<[id: number]>('forget-push-device', 'delete from push_subscriptions where id = $1')

/**
 * A notice with everything its delivery needs. A text with an address or number is never e-mailed to an unproven
 * address, which may be a stranger's.
 */
export type Delivery = About & {
  id: number
  noticeId: number
  isLetter: boolean
  attempts: number
  /** Unix seconds. */
  expiresAt: number
  userId: number
  brandId: string
  language: 'en' | 'ru' | 'es'
  email: string | null
  /** Whether the person is still here and wants it in this way, the address is confirmed where it has to be, and it is still relevant. */
  isWanted: boolean
  timezone: string
  quiet: QuietHours | null
  /** Which notices a digest is of. */
  digest: { after: number; until: number } | null
  device: { id: number; endpoint: string; p256dh: string; auth: string } | null
}

/** Claims up to `count` due deliveries by postponing them for `leaseSeconds`, so that no other node takes them. */
export const claimDeliveries = many<
  [nowSeconds: number, count: number, leaseSeconds: number, withClubs: readonly string[]],
  Delivery
>(
  'claim-notice-deliveries',
  `with due as (
     select id from notice_deliveries where due_at <= to_timestamp($1::float8) order by due_at, id limit $2
     for update skip locked
   ), claimed as (
     update notice_deliveries d set attempts = d.attempts + 1, due_at = to_timestamp($1::float8 + $3::float8)
     from due where d.id = due.id returning d.*
   )
   select c.id, c.notice_id as "noticeId", c.is_letter as "isLetter", c.attempts, n.kind, unix(n.expires_at) as "expiresAt",
     u.id as "userId", u.brand_id as "brandId", u.language_code as language, u.email, u.timezone, ${quietColumn} as quiet,
     not u.is_notification_disabled and u.status > 0 and u.blocked_at is null
       and case when n.kind = 'reminder' then coalesce(r.is_enabled, false)
                when n.kind = 'alert' then coalesce(al.total, 0) > 0
                when n.kind in ('refund', 'payment', 'points', 'article') then coalesce(cr.id, sc.id, ac.id) is not null
                when n.kind = 'mention' then mc.id is not null and coalesce(cv.read_number, 0) < cm.number
                when n.kind = 'digest' then exists (select from digests g where g.user_id = u.id)
                when n.kind = 'day' then dc.id is not null and ds.started_at is null
                when n.kind = 'announcement' then coalesce(an.state <> 'stopped', false)
                when n.kind = 'consultation' then vc.id is not null
                when n.kind in ('consultation_day', 'consultation_soon') then coalesce(
                  vc.status = 'confirmed' and unix(lower(vc.during)) = (n.data->>'starts_at')::bigint, false)
                else coalesce(k.learner_seen < m.number, false) end
       and (not ${isListed('n')} or case when c.is_letter then ${goesBy('letter', 'n')} else ${goesBy('push', 'n')} end)
       and (not c.is_letter or u.is_email_validated or not ${isListed('n')} and n.kind <> 'digest') as "isWanted",
     case when x.id is null then null else
       json_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth) end as device,
     case when n.kind = 'digest' then json_build_object('after', n.data->'after_id', 'until', n.data->'until_id') end as digest,
     r.id as "reminderId", case when n.kind = 'alert' then row_to_json(al) end as alert,
     case when c.is_letter and not u.is_email_validated and r.text ~ '\\S[.:/@]\\S|\\d{5}' then ''
       else coalesce(r.text, m.text, '') end as text, ${aboutColumns}
   from claimed c join notices n on n.id = c.notice_id join users u on u.id = n.user_id
     left join push_subscriptions s on s.id = c.subscription_id
     left join sessions x on x.id = s.session_id and session_end(x.expires_at, x.seen_at, u.role) > to_timestamp($1::float8)
       and not exists (
         select from sessions s join second_factors f on f.user_id = s.user_id where s.id = x.id and ${isUnconfirmed})
     left join reminders r on n.kind = 'reminder' and r.id = (n.data->>'reminder_id')::bigint
     ${quietJoin}
     ${aboutJoins('$4')}
     left join lateral ${alertCounts("(n.data->>'from')::timestamptz", "(n.data->>'until')::timestamptz", 'to_timestamp($1::float8)')} al
       on n.kind = 'alert'
   order by c.id`,
)

export const putOff = run<[id: number, dueAtSeconds: number]>(
  'put-off-notice-delivery',
  'update notice_deliveries set due_at = to_timestamp($2::float8) where id = $1',
)

/** Has a delivery wait that was claimed and not tried. */
export const letWait = run<[id: number, dueAtSeconds: number]>(
  'let-notice-delivery-wait',
  'update notice_deliveries set due_at = to_timestamp($2::float8), attempts = greatest(attempts - 1, 0) where id = $1',
)

/**
 * Locks a notice while one of its deliveries ends, so that of two that fail at once the second knows that it is the
 * last.
 */
export const lockNotice = one<[id: number], { isDelivered: boolean; isReminder: boolean }>(
  'lock-notice',
  `select delivered_at is not null as "isDelivered", kind in ('reminder', 'consultation_day', 'consultation_soon') as "isReminder" from notices where id = $1 for update`,
)

/** Ends one delivery of a notice; returns how many others are pending. */
export const endDelivery = one<[id: number, noticeId: number], { others: number }>(
  'end-notice-delivery',
  `with ended as (delete from notice_deliveries where id = $1)
   select count(*)::int as others from notice_deliveries where notice_id = $2 and id <> $1`,
)

export const markDelivered = run<[noticeId: number, nowSeconds: number]>(
  'mark-notice-delivered',
  'update notices set delivered_at = coalesce(delivered_at, to_timestamp($2::float8)) where id = $1',
)

export const addLetter = run<[noticeId: number, nowSeconds: number]>(
  'add-notice-letter',
  'insert into notice_deliveries (notice_id, is_letter, due_at) values ($1, true, to_timestamp($2::float8))',
)

/** Deletes notices so old that no repeat of them can come any more. */
export const deleteOldNotices = run<[beforeSeconds: number]>(
  'delete-old-notices',
  'delete from notices where created_at < to_timestamp($1::float8)',
)
