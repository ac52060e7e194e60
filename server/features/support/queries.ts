import { many, one, run } from '#server/platform/database/statement.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { support } from '#shared/features/support/contract.ts'
import {
  type MessageRow,
  messageJson,
  messagesForAsker,
  type RequestRow,
  requestColumns,
  requestTables,
} from './request-row.ts'

/**
 * Stores a request with its first message, unless its key is known, the same automatic question is still open, the
 * person has written `most` messages since `sinceSeconds`, the stream is not theirs, or they are the learner of a trial. `isNew` is true only for a new
 * request.
 */
export const insertRequest = one<
  [
    brandId: string,
    userId: number | null,
    email: string | null,
    name: string,
    language: string,
    categoryId: number | null,
    streamId: number | null,
    isAuto: boolean,
    text: string,
    clientKey: string,
    nowSeconds: number,
    sinceSeconds: number,
    most: number,
  ],
  { id: number | null; messageId: number | null; isStreamOwn: boolean; isTooMuch: boolean; isTrial: boolean }
>(
  'insert-support-request',
  `with known as (
     select id from (
       select id, client_key from support_requests where user_id is null and $2::bigint is null and brand_id = $1 and client_key = $10
       union all select id, client_key from support_requests
       where user_id = $2 and brand_id = $1 and (client_key = $10 or ($8 and is_auto and state = 'open'
         and category_id = $6::int and user_stream_id is not distinct from $7::bigint))) k
     order by client_key = $10 desc, id desc limit 1
   ), asker as (
     select ($7::bigint is null or exists (select from user_streams where id = $7 and user_id = $2::bigint)) as is_own,
       (case when $2::bigint is not null then (select count(*) from support_messages m
          where m.author_id = $2 and not m.is_staff and m.created_at > to_timestamp($12::float8))
        else (select count(*) from support_requests r join support_messages m on m.request_id = r.id
          where r.brand_id = $1 and r.email = $3 and not m.is_staff and m.created_at > to_timestamp($12::float8))
        end) >= $13 as is_too_much,
       exists (select from users t where t.id = $2 and t.is_trial) as is_trial
   ), added as (
     insert into support_requests (brand_id, user_id, email, name, language_code, category_id, user_stream_id, is_auto,
       message_count, waiting_since, last_message_at, client_key, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, 1, at, at, $10, at
     from asker, to_timestamp($11::float8) as at
     where is_own and not is_too_much and not is_trial and not exists (select from known)
     on conflict do nothing returning id
   ), message as (
     insert into support_messages (request_id, number, author_id, is_staff, text, client_key, created_at)
     select added.id, 1, $2, false, $9, $10, to_timestamp($11::float8) from added returning id
   )
   select coalesce((select id from added), (select id from known)) as id, (select id from message) as "messageId",
     is_own as "isStreamOwn", is_too_much as "isTooMuch", is_trial as "isTrial" from asker`,
)

/** A person's requests, latest message first. */
export const listRequests = many<[userId: number], RequestRow>(
  'list-support-requests',
  `select ${requestColumns} from ${requestTables} where r.user_id = $1 order by r.last_message_at desc, r.id desc limit 200`,
)

export const findRequest = one<[id: number, userId: number], RequestRow>(
  'find-support-request',
  `select ${requestColumns} from ${requestTables} where r.id = $1 and r.user_id = $2`,
)

/** A person's own request with all messages. */
export const findConversation = one<[id: number, userId: number], RequestRow & { messages: MessageRow[] }>(
  'find-support-conversation',
  `select ${requestColumns}, ${messagesForAsker} as messages from ${requestTables} where r.id = $1 and r.user_id = $2`,
)

/**
 * Adds the asker's message and reopens the request. Returns nothing when the request is not theirs, and no message when
 * they wrote too much or the same message is being added. A known key returns the existing message.
 */
export const insertQuestion = one<
  [id: number, userId: number, text: string, clientKey: string, nowSeconds: number, sinceSeconds: number, most: number],
  { brandId: string; message: MessageRow | null; isNew: boolean; isTooMuch: boolean }
>(
  'insert-support-question',
  `with own as (
     select id, brand_id, name, message_count from support_requests where id = $1 and user_id = $2 for no key update
   ), known as (
     select m.* from support_messages m join own on own.id = m.request_id where m.author_id = $2 and m.client_key = $4
   ), pace as (
     select count(*) >= $7 as is_too_much from support_messages
     where author_id = $2 and not is_staff and created_at > to_timestamp($6::float8)
   ), added as (
     insert into support_messages (request_id, number, author_id, is_staff, text, client_key, created_at)
     select own.id, own.message_count + 1, $2, false, $3, $4, to_timestamp($5::float8) from own
     where not exists (select from known) and not (select is_too_much from pace)
     on conflict (request_id, author_id, client_key) do nothing returning *
   ), moved as (
     update support_requests r set message_count = added.number, state = 'open', last_message_at = added.created_at,
       waiting_since = coalesce(r.waiting_since, added.created_at)
     from added where r.id = added.request_id
   )
   select own.brand_id as "brandId", (select is_too_much from pace) as "isTooMuch", exists (select from added) as "isNew",
     (select ${messageJson('own.name')} from (select * from added union all select * from known) m) as message
   from own`,
)

/** Marks answers up to a number as seen; returns how many are left unread. */
export const setViewed = one<[id: number, userId: number, number: number], { unread: number }>(
  'set-support-viewed',
  `update support_requests r set unread_count = least(r.unread_count, (
     select count(*) from support_messages m where m.request_id = r.id and m.is_staff and m.number > $3::bigint))
   where id = $1 and user_id = $2 returning unread_count as unread`,
)

/** Publishes a changed request in the asker's room; call it in the transaction of the change. */
export const publishRequest = run<[askerId: number, id: number]>(
  'publish-support-request',
  `select ${publishEvent(support, 'support', '$1::bigint', { request_id: '$2::bigint' })}`,
)
