import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { chat as contract } from '#shared/features/chat/contract.ts'
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
  const paging = { limit: perPage, offset: (page - 1) * perPage }
  const asked = { search: search.trim(), words: wordsQuery(search) }
  const rows = await listInbox[show](db, { userId, role, brandId, courseId, ...asked, ...paging })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  const chats = rows.filter((row): row is InboxRow & { total: number } => row.chat !== null)
  return inboxWire(context, chats)
}

/** All words of a search, the last letters of each left open. */
function wordsQuery(search: string): string {
  return (search.match(/[\p{L}\p{N}]+/gu) ?? []).map(word => `${word}:*`).join(' & ')
}

/** One chat with what only staff see. */
export async function inboxChat(context: ChatContext<'GET /studio/chats/:id'>) {
  const { db, user, params, refuse } = context
  const row = await findInboxChat(db, params.id, user.userId, user.role, user.brandId)
  const [chat] = await inboxWire(context, row ? [row] : [])
  return row && chat ? { chat, notes: row.notes, staff: row.staff } : refuse('not_found')
}

/** Gives a chat to one who teaches its course, or to nobody. */
export async function handOver(context: ChatContext<'PUT /studio/chats/:id/owner'>): Promise<InboxChatWire> {
  const { db, user, params, body, now, live, refuse } = context
  const row = await findInboxChat(db, params.id, user.userId, user.role, user.brandId)
  if (!row) return refuse('not_found')
  const given = await db.inTransaction(async tx => {
    const to = { chatId: params.id, ownerId: body.user_id, byId: user.userId, brandId: user.brandId }
    const change = await setChatOwner(tx, { ...to, nowSeconds: now / 1000 })
    if (!change) return refuse('unknown_owner', { fields: ['user_id'] })
    const detail = { user_id: body.user_id, previous_user_id: change.previousId }
    if (change.previousId !== body.user_id)
      await writeAudit(tx, user, { action: 'chat.owner', targetType: 'chat', targetId: params.id, detail })
    return { owner: change.owner, handed_at: change.handedAt }
  })
  live.signal(contract, 'chat', user.brandId, { chat_id: params.id })
  const [chat] = await inboxWire(context, [{ ...row, chat: { ...row.chat, ...given } }])
  return chat ?? refuse('not_found')
}

/** Adds a note for other staff. It is not a message, so it can never reach the learner. */
export async function leaveNote(context: ChatContext<'POST /studio/chats/:id/notes'>) {
  const { db, user, params, body, now, live, refuse, idempotencyKey = randomUUID() } = context
  const text = keptText(body.text)
  if (text === '') refuse('invalid_input', { fields: ['text'] })
  const { userId, role, brandId } = user
  const note = await db.inTransaction(async tx => {
    const written = { text, clientKey: idempotencyKey, nowSeconds: now / 1000 }
    const made = await insertNote(tx, { chatId: params.id, userId, role, brandId, ...written })
    if (!made) return refuse('not_found')
    const { isNew, ...left } = made
    const detail = { note_id: left.id }
    if (isNew) await writeAudit(tx, user, { action: 'chat.note', targetType: 'chat', targetId: params.id, detail })
    return left
  })
  live.signal(contract, 'chat', brandId, { chat_id: params.id })
  return note
}

async function inboxWire({ db, now, caller }: Asking, rows: InboxRow[]): Promise<InboxChatWire[]> {
  const titles = await courseTitles(db, rows.map(courseOf), caller.language)
  return rows.map(row => ({
    ...row.chat,
    course_title: titles.get(row.course_id) ?? '',
    stream_status: statusNow(row, now, row.chat.learner.timezone),
  }))
}

/** A chat with its stream; what the clock and the language decide is added by `inboxWire`. */
type InboxRow = StreamRow & { chat: Omit<InboxChatWire, 'course_title' | 'stream_status'> }

const inboxColumns = `${streamColumns}, json_build_object('id', k.id, 'course_id', us.course_id, 'stream_id', us.id,
  'learner', json_build_object('id', l.id, 'name', ${staffNameOf('l')}, 'avatar', l.avatar, 'timezone', l.timezone,
    'language', l.language_code),
  'unread_count', k.staff_unread, 'message_count', k.message_count, 'waiting_since', unix(k.waiting_since),
  'owner', (select ${personJson('o')} from users o where o.id = k.owner_id), 'handed_at', unix(k.handed_at),
  'last_message', (select json_build_object('id', m.id, 'message', m.text, 'is_expert', m.is_expert,
      'files_count', (select count(*) from chat_message_files f where f.message_id = m.id), 'created_at', unix(m.created_at))
    from chat_messages m where m.chat_id = k.id and m.number = k.message_count),
  'has_open_consultation', exists (select from consultations x where x.chat_id = k.id and x.status = 'open'),
  'has_consultation_order', exists (select from consultation_orders x where x.chat_id = k.id and x.status = 'waiting'),
  'live_seq', ${liveSeqOf('k')}) as chat`

const inboxTables = `${streamTables} join users l on l.id = k.user_id`

type InboxPage = {
  userId: number
  role: string
  brandId: string
  courseId: number | null
  search: string
  words: string
  limit: number
  offset: number
}

/** SQL: whether the chat was given to the reader, who has neither answered nor taken it. */
const handed = '(k.owner_id = $userId and k.handed_at is not null)'

/** One statement for each choice, so that each has the plan it needs. */
function listing(name: string, which: string) {
  return many<InboxPage, (InboxRow | { chat: null }) & { total: number }>(
    name,
    `with taught as materialized (
       select c.id from courses c
       where c.brand_id = $brandId and ($courseId::bigint is null or c.id = $courseId) and teaches($userId, $role, $brandId, c.id)
     ), found as (
       select k.id, least(k.waiting_since, case when ${handed} then k.handed_at end) as waiting_since, k.last_message_at
       from chats k
       where k.course_id in (select id from taught) and k.user_id <> $userId and ${which}
         and ($search::text = '' or exists (select from users l where l.id = k.user_id
           and position(lower($search) in lower(${nameOf('l')} || ' ' || coalesce(l.email, ''))) > 0)
           or k.id in (select m.chat_id from chat_messages m where message_words(m.text)
             @@ (to_tsquery('russian', $words) || to_tsquery('spanish', $words))))
     ), page as (
       select * from found order by waiting_since nulls last, last_message_at desc nulls last, id desc limit $limit offset $offset
     )
     select counted.total, shown.*
     from (select count(*)::int as total from found) counted
     left join (select ${inboxColumns} from ${inboxTables} where k.id in (select id from page)) shown on true
     left join page on page.id = shown.chat_id
     order by page.waiting_since nulls last, page.last_message_at desc nulls last, page.id desc`,
  )
}

/**
 * One page of the chats of the courses that a member of staff teaches, those that wait longest first, never their own chat as
 * a learner. Each row has the number of all; a page past the end is one row without a chat.
 */
const listInbox = {
  all: listing('list-inbox', 'true'),
  waiting: listing('list-inbox-waiting', `(k.waiting_since is not null or ${handed})`),
  unread: listing('list-inbox-unread', `(k.staff_unread > 0 or ${handed})`),
  mine: listing('list-inbox-mine', 'k.owner_id = $userId'),
  free: listing('list-inbox-free', 'k.owner_id is null and k.message_count > 0'),
}

type NoteRow = { id: number; author: Person | null; text: string; created_at: number }

/** One chat for a member of staff who teaches its course, with its notes and all staff who could own it. */
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

/**
 * Gives a chat to a new owner who teaches its course, or to nobody; answers the previous one. It is handed over until who got it
 * from somebody else takes it. Undefined when they do not teach it.
 */
const setChatOwner = one<
  { chatId: number; ownerId: number | null; byId: number; brandId: string; nowSeconds: number },
  { previousId: number | null; owner: Person | null; handedAt: number | null }
>(
  'set-chat-owner',
  `with place as (select id, course_id, user_id, owner_id from chats where id = $chatId for no key update
   ), changed as (
     update chats k set owner_id = $ownerId::bigint, handed_at = case
       when $ownerId = $byId or $ownerId is null then null
       when k.owner_id = $ownerId then k.handed_at else to_timestamp($nowSeconds::float8) end
     from place where k.id = place.id and ($ownerId::bigint is null or exists (
       select from users s where s.id = $ownerId and s.brand_id = $brandId and s.status > 0 and s.id <> place.user_id
         and teaches(s.id, s.role, s.brand_id, place.course_id)))
     returning k.id, k.handed_at
   )
   select place.owner_id as "previousId", (select ${personJson('s')} from users s where s.id = $ownerId) as owner,
     unix(changed.handed_at) as "handedAt"
   from place join changed on changed.id = place.id`,
)

/** Adds a note to a chat of a course that its author teaches; a repeated key adds nothing. */
const insertNote = one<
  {
    chatId: number
    userId: number
    role: string
    brandId: string
    text: string
    clientKey: string
    nowSeconds: number
  },
  NoteRow & { isNew: boolean }
>(
  'insert-note',
  `with added as (
     insert into chat_notes as known (chat_id, author_id, text, client_key, created_at)
     select k.id, $userId, $text, $clientKey, to_timestamp($nowSeconds::float8) from chats k
     where k.id = $chatId and k.user_id <> $userId and teaches($userId, $role, $brandId, k.course_id)
     on conflict (chat_id, author_id, client_key) do update set author_id = known.author_id
     returning id, author_id, text, created_at, xmax = 0 as "isNew"
   )
   select added.id, added.text, unix(added.created_at) as created_at, added."isNew", ${personJson('a')} as author
   from added join users a on a.id = added.author_id`,
)
