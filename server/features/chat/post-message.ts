import { type Db, one } from '#server/platform/database/statement.ts'
import { publishing } from '#server/platform/live/publishing.ts'
import type { MessageRow, StoredComment } from './message-row.ts'

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

/** The same message is being written by another device at this very moment: what there is must be read again. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

// Counting first takes the chat's row lock, which makes the numbers gapless and the delay hold whatever arrives at once. A key
// that is there counts and adds nothing; one that another statement is just adding breaks its unique index.
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
  `with counted as (
     update chats c set message_count = c.message_count + 1, last_message_at = to_timestamp($8::float8),
       learner_unread = c.learner_unread + $3::boolean::int, staff_unread = c.staff_unread + (not $3::boolean)::int,
       learner_wrote_at = case when $4::text = 'message' and not $3::boolean then to_timestamp($8::float8) else c.learner_wrote_at end,
       waiting_since = case when $4::text <> 'message' then c.waiting_since when $3::boolean then null
         else coalesce(c.waiting_since, to_timestamp($8::float8)) end,
       owner_id = case when $4::text = 'message' and $3::boolean then coalesce(c.owner_id, $2::bigint) else c.owner_id end
     where c.id = $1 and ($10::float8 is null or c.learner_wrote_at is null or c.learner_wrote_at <= to_timestamp($10::float8))
       and not exists (
         select from chat_messages k where k.chat_id = $1 and k.author_id = $2::bigint and k.client_key = $7::text)
     returning c.id, c.message_count as number, case when $3::boolean and $4::text = 'message' and c.owner_id = $2::bigint
       then (select before.owner_id is null from chats before where before.id = c.id) else false end as took
   ), added as (
     insert into chat_messages (chat_id, number, author_id, is_expert, kind, text, comments, client_key, created_at, updated_at)
     select id, number, $2::bigint, $3::boolean, $4::text, $5::text, $6::jsonb, $7::text,
            to_timestamp($8::float8), to_timestamp($8::float8) from counted
     returning id, chat_id, number
   ), files as (
     insert into chat_message_files (message_id, media_id, sort)
     select added.id, f.id, f.sort from added, unnest($9::bigint[]) with ordinality as f(id, sort)
   ), ${publishing('added', `'chat:' || chat_id`, 'message', `json_build_object('message_id', id)`)}
   select added.id, added.number, counted.took as "tookChat" from added, counted`,
)

const findByKey = one<[chatId: number, authorId: number, clientKey: string], { id: number; number: number }>(
  'find-message-by-key',
  'select id, number from chat_messages where chat_id = $1 and author_id = $2 and client_key = $3',
)

/**
 * Writes a message with its files, counts it, and publishes it to the room chat:<id>, all in one statement: in the caller's
 * transaction or by itself; the caller nudges the room after the commit. A key that is known answers its message and changes
 * nothing. Undefined when there is no such chat or the learner wrote later than `lastWroteBy` (CHT-06, CHT-08). Throws KeyTaken
 * when another statement is adding the same key; a transaction is then lost and its caller reads again.
 */
export async function postMessage(db: Db, message: NewMessage): Promise<PostedMessage | undefined> {
  const { chatId, authorId, isExpert, kind, text, comments = [], fileIds = [], clientKey, now, lastWroteBy } = message
  const limit = lastWroteBy === undefined ? null : lastWroteBy / 1000
  const remarks = JSON.stringify(comments)
  const values = [chatId, authorId, isExpert, kind, text, remarks, clientKey, now / 1000, fileIds, limit] as const
  const added = await insertMessage(db, ...values).catch(throwKeyTaken)
  if (added) return { id: added.id, number: added.number, tookChat: added.tookChat, isNew: true }
  const known = await findByKey(db, chatId, authorId, clientKey)
  return known && { ...known, isNew: false, tookChat: false }
}

const keyIndex = 'chat_messages_chat_id_author_id_client_key_key'

function throwKeyTaken(error: unknown): never {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === keyIndex
  throw isTaken ? new KeyTaken('The message is being added already', { cause: error }) : error
}
