import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { courseOf, type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { statusNow, type ChatContext } from './chat-place.ts'
import { nameOf, type Person, personJson, staffNameOf } from './message.ts'
import { many, one } from '#server/platform/database/statement.ts'
import { liveSeqOf } from './queries.ts'

type Asking = { db: Database; now: number; caller: { language: string } }

/** The inbox of a member of staff: chats of the courses they teach. */
export async function inboxChats(context: ChatContext<'GET /studio/chats'>): Promise<InboxChatWire[]> {
  const { db, user, query, refuse, setPage } = context
  const { show = 'all', course_id: courseId = null, search = '', page = 1, 'per-page': perPage = 50 } = query
  if (search.includes('\0')) refuse('invalid_input', { fields: ['search'] })
  const { userId, role, brandId } = user
  const offset = (page - 1) * perPage
  const rows = await listInbox[show](db, userId, role, brandId, courseId, search.trim(), perPage, offset)
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  const chats = rows.filter((row): row is InboxRow & { total: number } => row.chatId !== null)
  return inboxWire(context, chats)
}

/** One chat with what only staff see of it. */
export async function inboxChat(context: ChatContext<'GET /studio/chats/:id'>) {
  const { db, user, params, refuse } = context
  const row = await findInboxChat(db, params.id, user.userId, user.role, user.brandId)
  const [chat] = await inboxWire(context, row ? [row] : [])
  return row && chat ? { chat, notes: row.notes, staff: row.staff } : refuse('not_found')
}

/** Gives a chat to one who teaches its course, or to nobody. */
export async function handOver(context: ChatContext<'PUT /studio/chats/:id/owner'>): Promise<InboxChatWire> {
  const { db, user, params, body, live, refuse } = context
  const row = await findInboxChat(db, params.id, user.userId, user.role, user.brandId)
  if (!row) return refuse('not_found')
  const owner = await db.inTransaction(async tx => {
    const change = await setChatOwner(tx, params.id, body.user_id, user.brandId)
    if (!change) return refuse('unknown_owner', { fields: ['user_id'] })
    const detail = { user_id: body.user_id, previous_user_id: change.previousId }
    if (change.previousId !== body.user_id)
      await writeAudit(tx, user, { action: 'chat.owner', targetType: 'chat', targetId: params.id, detail })
    return change.owner
  })
  live.signal(`desk:${user.brandId}`, 'chat', { chat_id: params.id })
  const [chat] = await inboxWire(context, [{ ...row, owner }])
  return chat ?? refuse('not_found')
}

/** Leaves a note for other staff. It is no message, so that no learner's answer or room can ever have it. */
export async function leaveNote(context: ChatContext<'POST /studio/chats/:id/notes'>) {
  const { db, user, params, body, now, live, refuse, idempotencyKey = randomUUID() } = context
  const text = keptText(body.text)
  if (text === '') refuse('invalid_input', { fields: ['text'] })
  const { userId, role, brandId } = user
  const note = await db.inTransaction(async tx => {
    const made = await insertNote(tx, params.id, userId, role, brandId, text, idempotencyKey, now / 1000)
    if (!made) return refuse('not_found')
    const { isNew, ...left } = made
    const detail = { note_id: left.id }
    if (isNew) await writeAudit(tx, user, { action: 'chat.note', targetType: 'chat', targetId: params.id, detail })
    return left
  })
  live.signal(`desk:${brandId}`, 'chat', { chat_id: params.id })
  return note
}

async function inboxWire({ db, now, caller }: Asking, rows: InboxRow[]): Promise<InboxChatWire[]> {
  const titles = await courseTitles(db, rows.map(courseOf), caller.language)
  return rows.map(row => ({
    id: row.chatId,
    learner: row.learner,
    course_id: row.course_id,
    course_title: titles.get(row.course_id) ?? '',
    stream_id: row.id,
    stream_status: statusNow(row, now, row.learner.timezone),
    unread_count: row.unread,
    message_count: row.messageCount,
    waiting_since: row.waitingSince,
    owner: row.owner,
    last_message: lastMessageWire(row.lastMessage),
    has_open_consultation: row.hasOpenConsultation,
    has_consultation_order: row.hasConsultationOrder,
    live_seq: row.liveSeq,
  }))
}

function lastMessageWire(last: InboxRow['lastMessage']): InboxChatWire['last_message'] {
  if (!last) return null
  const { id, text, isExpert, filesCount, createdAt } = last
  return { id, message: text, is_expert: isExpert, files_count: filesCount, created_at: createdAt }
}

/** A chat as staff see it; times in Unix seconds. */
export type InboxRow = StreamRow & {
  chatId: number
  learner: Person & { timezone: string; language: string }
  unread: number
  messageCount: number
  waitingSince: number | null
  owner: Person | null
  lastMessage: { id: number; text: string; isExpert: boolean; filesCount: number; createdAt: number } | null
  hasOpenConsultation: boolean
  hasConsultationOrder: boolean
  liveSeq: number
}

const inboxColumns = `${streamColumns}, k.id as "chatId", k.staff_unread as unread, k.message_count as "messageCount",
  unix(k.waiting_since) as "waitingSince", ${liveSeqOf('k')} as "liveSeq",
  json_build_object('id', l.id, 'name', ${staffNameOf('l')}, 'avatar', l.avatar, 'timezone', l.timezone,
    'language', l.language_code) as learner,
  (select ${personJson('o')} from users o where o.id = k.owner_id) as owner,
  (select json_build_object('id', m.id, 'text', m.text, 'isExpert', m.is_expert, 'createdAt', unix(m.created_at),
     'filesCount', (select count(*) from chat_message_files f where f.message_id = m.id))
   from chat_messages m where m.chat_id = k.id and m.number = k.message_count) as "lastMessage",
  exists (select from consultations x where x.chat_id = k.id and x.status = 'open') as "hasOpenConsultation",
  exists (select from consultation_orders x where x.chat_id = k.id and x.status = 'waiting') as "hasConsultationOrder"`

const inboxTables = `${streamTables} join users l on l.id = k.user_id`

type InboxPage = [
  userId: number,
  role: string,
  brandId: string,
  courseId: number | null,
  search: string,
  limit: number,
  offset: number,
]

/** A statement of its own for each of them, so that each is planned for what it looks for. */
function listing(name: string, which: string) {
  return many<InboxPage, (InboxRow | { chatId: null }) & { total: number }>(
    name,
    `with taught as materialized (
       select c.id from courses c
       where c.brand_id = $3 and ($4::bigint is null or c.id = $4) and teaches($1, $2, $3, c.id)
     ), found as (
       select k.id, k.waiting_since, k.last_message_at
       from chats k
       where k.course_id in (select id from taught) and k.user_id <> $1 and ${which}
         and ($5::text = '' or exists (select from users l where l.id = k.user_id
           and position(lower($5) in lower(${nameOf('l')} || ' ' || coalesce(l.email, ''))) > 0))
     ), page as (
       select * from found order by waiting_since nulls last, last_message_at desc nulls last, id desc limit $6 offset $7
     )
     select counted.total, shown.*
     from (select count(*)::int as total from found) counted
     left join (select ${inboxColumns} from ${inboxTables} where k.id in (select id from page)) shown on true
     left join page on page.id = shown."chatId"
     order by page.waiting_since nulls last, page.last_message_at desc nulls last, page.id desc`,
  )
}

/**
 * One page of the chats of the courses that a member of staff teaches, those that wait longest first, each row with how many
 * there are in all; one row without a chat past the end. Nobody finds the chat of their own place in a stream.
 */
const listInbox = {
  all: listing('list-inbox', 'true'),
  waiting: listing('list-inbox-waiting', 'k.waiting_since is not null'),
  unread: listing('list-inbox-unread', 'k.staff_unread > 0'),
  mine: listing('list-inbox-mine', 'k.owner_id = $1'),
  free: listing('list-inbox-free', 'k.owner_id is null and k.message_count > 0'),
}

type NoteRow = { id: number; author: Person | null; text: string; created_at: number }

/** One chat for a member of staff who teaches its course, with its notes and everybody who could look after it. */
const findInboxChat = one<
  [chatId: number, userId: number, role: string, brandId: string],
  InboxRow & { notes: NoteRow[]; staff: Person[] }
>(
  'find-inbox-chat',
  `select ${inboxColumns},
     (select coalesce(json_agg(json_build_object('id', n.id, 'text', n.text, 'created_at', unix(n.created_at),
        'author', case when a.id is not null then ${personJson('a')} end) order by n.id), '[]')
      from chat_notes n left join users a on a.id = n.author_id where n.chat_id = k.id) as notes,
     (select coalesce(json_agg(${personJson('s')} order by ${staffNameOf('s')}, s.id), '[]') from users s
      where s.brand_id = $4 and s.status > 0 and s.role in ('expert', 'admin') and s.id <> k.user_id
        and teaches(s.id, s.role, s.brand_id, k.course_id)) as staff
   from ${inboxTables} where k.id = $1 and k.user_id <> $2 and teaches($2, $3, $4, k.course_id)`,
)

/** Hands a chat to somebody who teaches its course, or to nobody; answers who had it. Nothing when that person does not teach it. */
const setChatOwner = one<
  [chatId: number, ownerId: number | null, brandId: string],
  { previousId: number | null; owner: Person | null }
>(
  'set-chat-owner',
  `with place as (select id, course_id, user_id, owner_id from chats where id = $1 for no key update
   ), changed as (
     update chats k set owner_id = $2::bigint from place where k.id = place.id and ($2::bigint is null or exists (
       select from users s where s.id = $2 and s.brand_id = $3 and s.status > 0 and s.id <> place.user_id
         and teaches(s.id, s.role, s.brand_id, place.course_id)))
     returning k.id
   )
   select place.owner_id as "previousId", (select ${personJson('s')} from users s where s.id = $2) as owner
   from place join changed on changed.id = place.id`,
)

/** Leaves a note in a chat of a course that its author teaches; sent again with its key it stays one. */
const insertNote = one<
  [chatId: number, userId: number, role: string, brandId: string, text: string, clientKey: string, nowSeconds: number],
  NoteRow & { isNew: boolean }
>(
  'insert-note',
  `with added as (
     insert into chat_notes as known (chat_id, author_id, text, client_key, created_at)
     select k.id, $2, $5, $6, to_timestamp($7::float8) from chats k
     where k.id = $1 and k.user_id <> $2 and teaches($2, $3, $4, k.course_id)
     on conflict (chat_id, author_id, client_key) do update set author_id = known.author_id
     returning id, author_id, text, created_at, xmax = 0 as "isNew"
   )
   select added.id, added.text, unix(added.created_at) as created_at, added."isNew", ${personJson('a')} as author
   from added join users a on a.id = added.author_id`,
)
