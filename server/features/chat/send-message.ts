import { randomUUID } from 'node:crypto'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import { delayLeft, isMessageEmpty, keptText } from '#shared/features/chat/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { ExpiringMemory } from '#server/platform/expiring-memory.ts'
import { type ChatPlace, findPlace, type ChatContext, tellOfChat, closedNow } from './chat-place.ts'
import { chatFileTypes, filesRefusal, type MessageRow, messageWire } from './message.ts'
import { KeyTaken, type NewMessage, type PostedMessage, postMessage, postMessages } from './post-message.ts'

type Sending = ChatContext<'POST /chats/:id/messages'>

const tries = 3

/** What this process keeps between messages. */
export function messageSending() {
  return { places: rememberPlaces(), post: postMessages() }
}

type Kept = ReturnType<typeof messageSending>

/**
 * Sends a message of a learner or of staff. Another device may write between the check and the insert: then the place is
 * read and checked again, and says how long to wait or that the message is there already.
 */
export async function sendMessage(context: Sending, brand: Brand, kept: Kept): Promise<MessageWire> {
  const { db, user, now, caller, params, body, refuse } = context
  const clientKey = context.idempotencyKey ?? randomUUID()
  const reader = { userId: user.userId, language: caller.language, now }
  const fileIds = body.file_ids ?? []
  const asked = { userId: user.userId, chatId: params.id, now }
  for (let attempt = 0; attempt < tries; attempt++) {
    const remembered = attempt === 0 && fileIds.length === 0 ? openPlace(kept.places.find(asked), context) : undefined
    const place = remembered ?? (await findPlace(db, user, brand, params.id, { clientKey, fileIds }))
    if (!place) return refuse('not_found')
    if (place.repeated) return messageWire(place.repeated, reader)
    refuseUnlessAllowed(context, place, brand)
    const message = newMessage(context, place, clientKey, brand)
    const posted = await post(context, place, message, kept).catch(undefinedIfTaken)
    if (!posted?.isNew) continue
    if (place.side === 'learner' && !remembered) kept.places.keep(asked, place)
    tellOfChat(context, place.chatId)
    return messageWire(rowOf(message, posted, place), reader)
  }
  return refuse('message_too_soon', { retryAfter: 1 })
}

/** A remembered place that has closed is read again: it may have been reopened. */
function openPlace(place: ChatPlace | undefined, { now, user }: Sending): ChatPlace | undefined {
  return place && !closedNow(place.stream, place, now, user.timezone) ? place : undefined
}

function refuseUnlessAllowed({ body, now, user, refuse }: Sending, place: ChatPlace, { config }: Brand) {
  const fileIds = body.file_ids ?? []
  if (isMessageEmpty(body.message, fileIds.length)) refuse('message_required', { fields: ['message'] })
  const wrongFiles = filesRefusal(fileIds, place.files, chatFileTypes)
  if (wrongFiles) refuse(wrongFiles, { fields: ['file_ids'] })
  if (place.side === 'expert') return
  if (closedNow(place.stream, place, now, user.timezone)) refuse('chat_closed')
  const left = delayLeft(place.learnerWroteAt ?? undefined, config.messageDelay * 1000, now)
  if (left > 0) refuse('message_too_soon', { retryAfter: Math.ceil(left / 1000) })
}

function newMessage({ body, now, user }: Sending, place: ChatPlace, clientKey: string, { config }: Brand): NewMessage {
  const isDelayed = place.side === 'learner' && config.messageDelay > 0
  return {
    chatId: place.chatId,
    authorId: user.userId,
    isExpert: place.side === 'expert',
    kind: 'message',
    text: keptText(body.message),
    fileIds: body.file_ids ?? [],
    clientKey,
    now,
    ...(isDelayed && { lastWroteBy: now - config.messageDelay * 1000 }),
  }
}

/** A learner's message is one statement; when staff take over a chat by answering, the audit log says so in the same transaction. */
async function post(
  { db, user }: Sending,
  place: ChatPlace,
  message: NewMessage,
  kept: Kept,
): Promise<PostedMessage | undefined> {
  if (place.side === 'learner') return kept.post(db, message)
  return db.inTransaction(async tx => {
    const posted = await postMessage(tx, message)
    const detail = { user_id: user.userId }
    if (posted?.tookChat)
      await writeAudit(tx, user, { action: 'chat.owner', targetType: 'chat', targetId: place.chatId, detail })
    return posted
  })
}

/** Another device is adding the same message: the next try finds it. */
function undefinedIfTaken(error: unknown): undefined {
  if (!(error instanceof KeyTaken)) throw error
}

/** The message as it was just written, without reading it again. */
function rowOf(message: NewMessage, { id, number }: PostedMessage, place: ChatPlace): MessageRow {
  const { authorId, now } = message
  const seconds = Math.floor(now / 1000)
  return {
    id,
    dialog_id: message.chatId,
    number,
    user_id: authorId,
    kind: message.kind,
    message: message.text,
    client_key: message.clientKey,
    is_viewed: false,
    created_at: seconds,
    updated_at: seconds,
    edited_at: null,
    employee: message.isExpert ? place.asEmployee : null,
    files: place.files,
    comments: [],
    rating: null,
    homework: null,
  }
}

const rememberedMs = 60_000
const limit = 20_000

type Asked = { userId: number; chatId: number; now: number }

/**
 * Remembers for a minute where a learner writes: whose chat it is and until when, which only staff or midnight change; the
 * dates are still compared each time. The delay between two messages is not remembered: the insert checks it.
 */
function rememberPlaces() {
  const known = new ExpiringMemory<ChatPlace>({ keptMs: rememberedMs, most: limit })
  const keyOf = ({ userId, chatId }: Asked) => `${userId} ${chatId}`
  return {
    find: (asked: Asked) => known.find(keyOf(asked), asked.now),
    keep: (asked: Asked, place: ChatPlace) =>
      known.keep(keyOf(asked), { ...place, learnerWroteAt: null, files: [] }, asked.now),
  }
}
