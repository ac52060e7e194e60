import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import type { InboxChatWire } from '#shared/features/chat/contract.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { statusNow } from './chat-wire.ts'
import type { ChatContext } from './context.ts'
import { findInboxChat, type InboxRow, insertNote, listInbox, setChatOwner } from './inbox-queries.ts'

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
