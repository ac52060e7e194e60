import { one, many } from '#server/platform/database/statement.ts'
import { nameOf, staffNameOf } from '#server/features/chat/message.ts'
import {
  type DeskRow,
  deskColumns,
  deskTables,
  messageJson,
  type MessageRow,
  messagesForStaff,
  type Staff,
  staffJson,
} from './request-row.ts'

/** SQL: who answers a brand's requests. */
const answering = (user: string) =>
  `${user}.status > 0 and ${user}.blocked_at is null and ${user}.role in ('support', 'admin')`

/** A separate statement for each, so that each gets its own plan. */
function listing(name: string, which: string) {
  return many<
    [brandId: string, userId: number, categoryId: number | null, search: string, limit: number, offset: number],
    (DeskRow | { id: null }) & { total: number }
  >(
    name,
    `with found as (
       select r.id, r.waiting_since, r.last_message_at from support_requests r
       where r.brand_id = $1 and ($3::bigint is null or r.category_id = $3::bigint) and $2::bigint is not null and ${which}
         and ($4::text = '' or position(lower($4) in lower(r.name || ' ' || coalesce(r.email,
             (select coalesce(u.email, '') || ' ' || ${nameOf('u')} from users u where u.id = r.user_id)))) > 0
           or exists (select from support_messages m where m.request_id = r.id and position(lower($4) in lower(m.text)) > 0))
     ), page as (
       select * from found order by waiting_since nulls last, last_message_at desc, id desc limit $5 offset $6
     )
     select counted.total, shown.*
     from (select count(*)::int as total from found) counted
     left join (select ${deskColumns} from ${deskTables} where r.id in (select id from page)) shown on true
     left join page on page.id = shown.id
     order by page.waiting_since nulls last, page.last_message_at desc, page.id desc`,
  )
}

/**
 * One page of a brand's requests, longest waiting first, with the total in each row; past the end, a single row without
 * a request.
 */
export const listDesk = {
  all: listing('list-support-desk', 'true'),
  open: listing('list-support-desk-open', "r.state = 'open'"),
  answered: listing('list-support-desk-answered', "r.state = 'answered'"),
  closed: listing('list-support-desk-closed', "r.state = 'closed'"),
  mine: listing('list-support-desk-mine', "r.owner_id = $2 and r.state <> 'closed'"),
  free: listing('list-support-desk-free', "r.owner_id is null and r.state <> 'closed'"),
}

/** One request of a brand with all messages and the people it can be assigned to. */
export const findDeskRequest = one<[id: number, brandId: string], DeskRow & { messages: MessageRow[]; staff: Staff[] }>(
  'find-support-desk-request',
  `select ${deskColumns}, ${messagesForStaff} as messages,
     (select coalesce(json_agg(${staffJson('s')} order by ${staffNameOf('s')}, s.id), '[]') from users s
      where s.brand_id = $2 and ${answering('s')}) as staff
   from ${deskTables} where r.id = $1 and r.brand_id = $2`,
)

/**
 * Adds an answer: the request then waits for the asker and, if unassigned, is assigned to the author. A repeated key
 * adds nothing; the files of a new message are not in the row; no message is returned while another request is adding the
 * same one, so that the caller can retry.
 */
export const insertAnswer = one<
  [
    id: number,
    brandId: string,
    staffId: number,
    text: string,
    clientKey: string,
    nowSeconds: number,
    fileIds: readonly number[],
  ],
  { userId: number | null; isNew: boolean; hasTaken: boolean; message: MessageRow | null }
>(
  'insert-support-answer',
  `with request as (
     select id, user_id, message_count, owner_id from support_requests where id = $1 and brand_id = $2 for no key update
   ), known as (
     select m.* from support_messages m join request on request.id = m.request_id
     where m.author_id = $3 and m.client_key = $5
   ), added as (
     insert into support_messages (request_id, number, author_id, is_staff, text, client_key, created_at)
     select request.id, request.message_count + 1, $3, true, $4, $5, to_timestamp($6::float8) from request
     where not exists (select from known) on conflict (request_id, author_id, client_key) do nothing returning *
   ), files as (
     insert into support_message_files (message_id, media_id, sort)
     select added.id, f.id, f.sort from added, unnest($7::bigint[]) with ordinality as f(id, sort)
   ), moved as (
     update support_requests r set message_count = added.number, unread_count = r.unread_count + 1, state = 'answered',
       waiting_since = null, last_message_at = added.created_at, owner_id = coalesce(r.owner_id, $3)
     from added where r.id = added.request_id
   )
   select request.user_id as "userId", exists (select from added) as "isNew",
     request.owner_id is null and exists (select from added) as "hasTaken",
     (select ${messageJson(`(select ${staffNameOf('a')} from users a where a.id = m.author_id)`)}
      from (select * from added union all select * from known) m) as message
   from request`,
)

/** Closes or reopens a request; a reopened one is waiting if the asker had the last word. Returns the previous state. */
export const setState = one<
  [id: number, brandId: string, isClosed: boolean, nowSeconds: number],
  { userId: number | null; before: string }
>(
  'set-support-state',
  `with request as (
     select r.id, r.user_id, r.state, last.is_staff, last.created_at from support_requests r
     join support_messages last on last.request_id = r.id and last.number = r.message_count
     where r.id = $1 and r.brand_id = $2 for no key update of r
   ), changed as (
     update support_requests r set state = case when $3 then 'closed' when request.is_staff then 'answered' else 'open' end,
       waiting_since = case when not $3 and not request.is_staff then to_timestamp($4::float8) end
     from request where r.id = request.id and $3 <> (request.state = 'closed')
   )
   select user_id as "userId", state as before from request`,
)

/**
 * Assigns a request to somebody who answers the brand's requests, or to nobody; returns nothing when that person does
 * not.
 */
export const setOwner = one<[id: number, brandId: string, ownerId: number | null], { previousId: number | null }>(
  'set-support-owner',
  `with request as (select id, owner_id from support_requests where id = $1 and brand_id = $2 for no key update
   ), changed as (
     update support_requests r set owner_id = $3::bigint from request
     where r.id = request.id and ($3::bigint is null or exists (
       select from users s where s.id = $3 and s.brand_id = $2 and ${answering('s')}))
     returning r.id
   )
   select request.owner_id as "previousId" from request join changed on changed.id = request.id`,
)
