import type { Brand } from '#shared/features/brands/schema.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { isMessageEmpty, keptText } from '#shared/features/chat/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { type ChatPlace, findPlace, type ChatContext, tellOfChat, closedNow } from './chat-place.ts'
import { type MessageRow, messageWire } from './message.ts'
import { markViewed, setMessageRating, setMessageText } from './queries.ts'

type Editing = ChatContext<'PUT /chats/:id/messages/:messageId'>
type Rating = ChatContext<'PUT /chats/:id/messages/:messageId/rating'>
type Viewing = ChatContext<'PUT /chats/:id/messages/:messageId/viewed'>

/** Changes the text of one's own message; the same text again changes nothing. */
export async function editMessage(context: Editing, brand: Brand): Promise<MessageWire> {
  const { db, user, caller, params, body, now, refuse } = context
  const { place, message } = await placeOf(context, brand)
  if (message.user_id !== user.userId || message.kind !== 'message') return refuse('message_not_editable')
  if (isMessageEmpty(body.message, message.files.length)) refuse('message_required', { fields: ['message'] })
  if (place.side === 'learner' && closedNow(place.stream, place, now, user.timezone)) refuse('chat_closed')
  const reader = { userId: user.userId, language: caller.language, now }
  const text = keptText(body.message)
  if (text === message.message) return messageWire(message, reader)
  await db.inTransaction(async tx => {
    if (!(await setMessageText(tx, params.messageId, user.userId, text, now / 1000))) refuse('message_not_editable')
    const detail = { chat_id: place.chatId }
    if (place.side === 'expert')
      await writeAudit(tx, user, { action: 'message.edit', targetType: 'message', targetId: message.id, detail })
  })
  tellOfChat(context, place.chatId)
  const seconds = Math.floor(now / 1000)
  return messageWire({ ...message, message: text, updated_at: seconds, edited_at: seconds }, reader)
}

/** Rates an expert's answer in the learner's own chat. */
export async function rateMessage(context: Rating, brand: Brand): Promise<MessageWire> {
  const { db, user, caller, body, now, refuse } = context
  const { place, message } = await placeOf(context, brand)
  if (place.side !== 'learner') return refuse('not_allowed')
  if (!message.employee || message.kind === 'consultation') return refuse('not_an_answer')
  const reader = { userId: user.userId, language: caller.language, now }
  if (message.rating === body.rating) return messageWire(message, reader)
  await setMessageRating(db, message.id, body.rating, now / 1000)
  tellOfChat(context, place.chatId)
  return messageWire({ ...message, rating: body.rating, updated_at: Math.floor(now / 1000) }, reader)
}

/** Marks a message of the other side, and all before it, as seen; marking again changes nothing and publishes nothing. */
export async function viewMessage(context: Viewing, brand: Brand) {
  const { db, params, refuse } = context
  const { place, message } = await placeOf(context, brand)
  const isExpert = place.side === 'expert'
  const marks = await markViewed(db, message.id, params.id, place.side)
  if (!marks) return refuse('not_found')
  if (marks.marked > 0) tellOfChat(context, params.id)
  return {
    id: message.id,
    is_viewed: (message.employee !== null) === isExpert ? message.is_viewed : true,
    unread_count: isExpert ? marks.staffUnread : marks.learnerUnread,
  }
}

async function placeOf(
  { db, user, params, refuse }: Editing | Rating | Viewing,
  brand: Brand,
): Promise<{ place: ChatPlace; message: MessageRow }> {
  const place = await findPlace(db, user, brand, params.id, { messageId: params.messageId })
  return place?.message ? { place, message: place.message } : refuse('not_found')
}
