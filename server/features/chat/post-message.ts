import { type Db, one } from '#server/platform/database/statement.ts'
import { publishing } from '#server/platform/live/publishing.ts'
import { type MessageRow, messageJson, type StoredComment } from './message-row.ts'

/** What is to be said in a chat; `kind` message is what people write, the others come of their own features. */
export type NewMessage = {
  chatId: number
  authorId: number
  isExpert: boolean
  kind: MessageRow['kind']
  /** As it is kept: see keptText. */
  text: string
  comments?: readonly StoredComment[]
  /** Checked before by `filesRefusal`: the author's own, received. */
  fileIds?: readonly number[]
  /** The same key of the same author in a chat is the same message (CHT-08). */
  clientKey: string
  /** Ms. */
  now: number
  /** Ms: refused when the learner wrote later than this (CHT-06). */
  lastWroteBy?: number
}

/** `isNew` is false when the message was there already, by its key; `tookChat` when this answer made its author the owner. */
export type PostedMessage = { id: number; number: number; isNew: boolean; tookChat: boolean }

type Added = { id: number; number: number; tookChat: boolean }

// The lock on the chat makes the numbers gapless and the delay hold whatever arrives at once; a key that is there adds nothing.
const insertMessage = one<
  [
    chatId: number,
    authorId: number,
    isExpert: boolean,
    kind: string,
    text: string,
    comments: string,
    clientKey: string,
    nowSeconds: number,
    fileIds: readonly number[],
    lastWroteBySeconds: number | null,
  ],
  Added
>(
  'insert-message',
  `with place as (
     select id, message_count, owner_id from chats
     where id = $1 and ($10::float8 is null or learner_wrote_at is null or learner_wrote_at <= to_timestamp($10::float8))
     for no key update
   ), added as (
     insert into chat_messages (chat_id, number, author_id, is_expert, kind, text, comments, client_key, created_at, updated_at)
     select id, message_count + 1, $2::bigint, $3::boolean, $4::text, $5::text, $6::jsonb, $7::text,
            to_timestamp($8::float8), to_timestamp($8::float8) from place
     on conflict (chat_id, author_id, client_key) do nothing
     returning id, chat_id, number, created_at
   ), files as (
     insert into chat_message_files (message_id, media_id, sort)
     select added.id, f.id, f.sort from added, unnest($9::bigint[]) with ordinality as f(id, sort)
   ), counted as (
     update chats c set message_count = added.number, last_message_at = added.created_at,
       learner_unread = c.learner_unread + $3::boolean::int, staff_unread = c.staff_unread + (not $3::boolean)::int,
       learner_wrote_at = case when $4::text = 'message' and not $3::boolean then added.created_at else c.learner_wrote_at end,
       waiting_since = case when $4::text <> 'message' then c.waiting_since when $3::boolean then null
         else coalesce(c.waiting_since, added.created_at) end,
       owner_id = case when $4::text = 'message' and $3::boolean then coalesce(c.owner_id, $2::bigint) else c.owner_id end
     from added where c.id = added.chat_id
   ), ${publishing('added', `'chat:' || chat_id`, 'message', `json_build_object('message_id', id)`)}
   select added.id, added.number, place.owner_id is null and $3::boolean and $4::text = 'message' as "tookChat"
   from added, place`,
)

const findByKey = one<[chatId: number, authorId: number, clientKey: string], { id: number; number: number }>(
  'find-message-by-key',
  'select id, number from chat_messages where chat_id = $1 and author_id = $2 and client_key = $3',
)

/**
 * Writes a message with its files, counts it, and publishes it to the room chat:<id>, all in one statement: in the caller's
 * transaction or by itself; the caller nudges the room after the commit. A key that is known answers its message and changes
 * nothing. Undefined when there is no such chat or the learner wrote later than `lastWroteBy` (CHT-06, CHT-08).
 */
export async function postMessage(db: Db, message: NewMessage): Promise<PostedMessage | undefined> {
  const { chatId, authorId, isExpert, kind, text, comments = [], fileIds = [], clientKey, now, lastWroteBy } = message
  const limit = lastWroteBy === undefined ? null : lastWroteBy / 1000
  const remarks = JSON.stringify(comments)
  const added = await insertMessage(
    db,
    ...([chatId, authorId, isExpert, kind, text, remarks, clientKey, now / 1000, fileIds, limit] as const),
  )
  if (added) return { id: added.id, number: added.number, tookChat: added.tookChat, isNew: true }
  const known = await findByKey(db, chatId, authorId, clientKey)
  return known && { ...known, isNew: false, tookChat: false }
}

/** One message by its id, as it stands; for those who have made sure that it may be read. */
export const findMessage = one<[id: number], { message: MessageRow }>(
  'find-message',
  `select ${messageJson('m')} as message from chat_messages m where m.id = $1`,
)
