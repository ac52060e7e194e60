import { groupWrites, type Outcome } from '#server/platform/database/group-writes.ts'
import { type Db, many, one } from '#server/platform/database/statement.ts'
import { publishEvents } from '#server/platform/live/publishing.ts'
import { chat, type MessageWire } from '#shared/features/chat/contract.ts'

/** A message to be written; people write those of kind `message`, homework and consultations the others. */
export type NewMessage = {
  chatId: number
  authorId: number
  isExpert: boolean
  kind: MessageWire['kind']
  /** Trimmed: see keptText. */
  text: string
  comments?: MessageWire['comments']
  /** The author's own, checked by `filesRefusal`. */
  fileIds?: readonly number[]
  /** The same key of the same author in a chat is the same message. */
  clientKey: string
  /** Ms. */
  now: number
  /** Ms: refused when the learner wrote later than this. */
  lastWroteBy?: number
}

/** `isNew` is false when a message with this key was there already; `tookChat` when this answer made its author the owner. */
export type PostedMessage = { id: number; number: number; isNew: boolean; tookChat: boolean }

type Added = { chatId: number; id: number; number: number; tookChat: boolean }

/** Another statement is adding the same key right now: read again, it will be there. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

type MessageColumns = {
  chatIds: readonly number[]
  authorIds: readonly number[]
  areExperts: readonly boolean[]
  kinds: readonly string[]
  texts: readonly string[]
  comments: readonly string[]
  clientKeys: readonly string[]
  nowSeconds: readonly number[]
  lastWroteBySeconds: readonly (number | null)[]
  filesChatIds: readonly number[]
  fileIds: readonly number[]
}

// Counting first takes the chat's row lock, which makes the numbers gapless and the delay hold whatever arrives at once. A key
// that is there counts and adds nothing; one that another statement is just adding breaks its unique index.
function insertion(name: string, { free, isFree, andLeftOut }: { free: string; isFree: string; andLeftOut: string }) {
  return many<MessageColumns, Added & { isLeftOut: boolean }>(
    name,
    `with ${free}counted as (
       update chats c set message_count = c.message_count + 1, last_message_at = g.at,
         learner_unread = c.learner_unread + g.is_expert::int, staff_unread = c.staff_unread + (not g.is_expert)::int,
         learner_wrote_at = case when g.kind = 'message' and not g.is_expert then g.at else c.learner_wrote_at end,
         waiting_since = case when g.kind <> 'message' then c.waiting_since when g.is_expert then null
           else coalesce(c.waiting_since, g.at) end,
         owner_id = case when g.kind = 'message' and g.is_expert then coalesce(c.owner_id, g.author_id) else c.owner_id end,
         handed_at = case when g.is_expert and g.author_id = c.owner_id then null else c.handed_at end
       from (select chat_id, author_id, is_expert, kind, text, comments::jsonb as comments, client_key, to_timestamp(at) as at,
               to_timestamp(last_wrote_by) as last_wrote_by
             from unnest($chatIds::bigint[], $authorIds::bigint[], $areExperts::boolean[], $kinds::text[], $texts::text[],
               $comments::text[], $clientKeys::text[], $nowSeconds::float8[], $lastWroteBySeconds::float8[])
               as given(chat_id, author_id, is_expert, kind, text, comments, client_key, at, last_wrote_by)) g
       where c.id = g.chat_id${isFree}
         and (g.last_wrote_by is null or c.learner_wrote_at is null or c.learner_wrote_at <= g.last_wrote_by
           or c.learner_wrote_at > g.at + (g.at - g.last_wrote_by))
         and not exists (select from chat_messages k
           where k.chat_id = g.chat_id and k.author_id = g.author_id and k.client_key = g.client_key)
       returning g.*, c.message_count as number, case when g.is_expert and g.kind = 'message' and c.owner_id = g.author_id
         then (select before.owner_id is null from chats before where before.id = c.id) else false end as took
     ), added as (
       insert into chat_messages (chat_id, number, author_id, is_expert, kind, text, comments, client_key, created_at, updated_at)
       select chat_id, number, author_id, is_expert, kind, text, comments, client_key, at, at from counted
       returning id, chat_id, number
     ), files as (
       insert into chat_message_files (message_id, media_id, sort)
       select added.id, f.media_id, f.sort
       from unnest($filesChatIds::bigint[], $fileIds::bigint[]) with ordinality as f(chat_id, media_id, sort) join added using (chat_id)
     ), ${publishEvents(chat, 'message', { from: 'added', roomId: 'chat_id', stored: { message_id: 'id' } })}
     select added.chat_id as "chatId", added.id, added.number, counted.took as "tookChat", false as "isLeftOut"
     from added join counted using (chat_id)${andLeftOut}`,
  )
}

const insertMessages = insertion('insert-messages', { free: '', isFree: '', andLeftOut: '' })

/** Leaves out, and names, those whose chat somebody else holds at this moment or that are nowhere. */
const insertFreeMessages = insertion('insert-free-messages', {
  free: `free as materialized (
     select c.id from chats c where c.id = any($chatIds::bigint[]) order by c.id for no key update skip locked
   ), `,
  isFree: ' and c.id in (select id from free)',
  andLeftOut: ` union all
   select asked.id, 0, 0, false, true from unnest($chatIds::bigint[]) as asked(id) where asked.id not in (select id from free)`,
})

const findByKey = one<[chatId: number, authorId: number, clientKey: string], { id: number; number: number }>(
  'find-message-by-key',
  'select id, number from chat_messages where chat_id = $1 and author_id = $2 and client_key = $3',
)

const storedComment = ({ file_id: mediaId, seconds, message: text }: MessageWire['comments'][number]) => ({
  mediaId,
  seconds,
  text,
})

/** Messages of different chats as the arrays that `insertion` takes. */
function columnsOf(messages: readonly NewMessage[]): MessageColumns {
  const files = messages.flatMap(({ chatId, fileIds = [] }) => fileIds.map(id => ({ chatId, id })))
  return {
    chatIds: messages.map(({ chatId }) => chatId),
    authorIds: messages.map(({ authorId }) => authorId),
    areExperts: messages.map(({ isExpert }) => isExpert),
    kinds: messages.map(({ kind }) => kind),
    texts: messages.map(({ text }) => text),
    comments: messages.map(({ comments = [] }) => JSON.stringify(comments.map(storedComment))),
    clientKeys: messages.map(({ clientKey }) => clientKey),
    nowSeconds: messages.map(({ now }) => now / 1000),
    lastWroteBySeconds: messages.map(({ lastWroteBy }) => (lastWroteBy === undefined ? null : lastWroteBy / 1000)),
    filesChatIds: files.map(({ chatId }) => chatId),
    fileIds: files.map(({ id }) => id),
  }
}

/** Undefined when it was not added. */
async function addMessage(db: Db, message: NewMessage): Promise<Added | undefined> {
  const [added] = await insertMessages(db, columnsOf([message]))
  return added
}

async function addFreeMessages(db: Db, messages: readonly NewMessage[]) {
  const added = await insertFreeMessages(db, columnsOf(messages))
  const ofChats = new Map(added.map(message => [message.chatId, message]))
  return ({ chatId }: NewMessage): Outcome<Added | undefined> => {
    const message = ofChats.get(chatId)
    return message?.isLeftOut ? 'left out' : { written: message }
  }
}

/**
 * Writes a message with its files, counts it, and publishes it to the room chat:<id>, all in one statement of the caller's
 * transaction; the caller nudges the room after the commit. A key that is known answers its message and changes nothing.
 * Undefined when there is no such chat or the learner wrote later than `lastWroteBy`. Throws KeyTaken when
 * another statement is adding the same key; the transaction is then lost and its caller reads again.
 */
export async function postMessage(tx: Db, message: NewMessage): Promise<PostedMessage | undefined> {
  return posted(tx, message, await addMessage(tx, message).catch(throwKeyTaken))
}

/** As `postMessage`, for a message that is a whole write by itself: together with those that others write at the same time. */
export function postMessages() {
  const add = groupWrites<NewMessage, Added | undefined>({
    write: addFreeMessages,
    writeAlone: addMessage,
    keyOf: message => message.chatId,
  })
  return async (db: Db, message: NewMessage): Promise<PostedMessage | undefined> =>
    posted(db, message, await add(db, message).catch(throwKeyTaken))
}

async function posted(db: Db, { chatId, authorId, clientKey }: NewMessage, added: Added | undefined) {
  if (added) return { id: added.id, number: added.number, tookChat: added.tookChat, isNew: true }
  const known = await findByKey(db, chatId, authorId, clientKey)
  return known && { ...known, isNew: false, tookChat: false }
}

const keyIndex = 'chat_messages_chat_id_author_id_client_key_key'

function throwKeyTaken(error: unknown): never {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === keyIndex
  throw isTaken ? new KeyTaken('The message is being added already', { cause: error }) : error
}
