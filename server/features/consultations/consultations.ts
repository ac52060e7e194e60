import { randomUUID } from 'node:crypto'
import type { ConsultationOrderWire, ConsultationWire } from '#shared/features/consultations/contract.ts'
import { tellOfChat } from '#server/features/chat/chat-place.ts'
import { type ConsultationContext, type FindPlace, isOver, isUnderWay } from './place.ts'
import {
  insertOrder,
  rateConsultation,
  approveOrder,
  cancelConsultation,
  closeConsultation,
  declineOrder,
  insertConsultation,
  reopenConsultation,
  withdrawOrder,
} from './queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'

/** Orders a consultation, which waits for staff to approve it; a repeated key orders nothing more. */
export async function order(
  context: ConsultationContext<'POST /chats/:id/consultation-orders'>,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, params, now, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const place = await find(db, context, { chatId: params.id, clientKey })
  if (place?.side !== 'learner') return refuse('not_found')
  if (place.repeatedOrder) return place.repeatedOrder
  if (isUnderWay(place.all)) refuse('consultation_waiting')
  if (isOver(place.all)) refuse('consultations_over')
  const made = await insertOrder(db, place.chatId, clientKey, now / 1000)
  if (made) {
    tellOfChat(context, place.chatId)
    return made.wire
  }
  const again = await find(db, context, { chatId: params.id, clientKey })
  return again?.repeatedOrder ?? refuse('consultation_waiting')
}

/** Takes the learner's own order back while nobody has decided about it. */
export async function withdraw(
  context: ConsultationContext<'POST /consultation-orders/:id/withdraw'>,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, params, now, refuse } = context
  const place = await find(db, context, { orderId: params.id })
  if (place?.side !== 'learner') return refuse('not_found')
  const withdrawn = await withdrawOrder(db, params.id, now / 1000)
  if (!withdrawn) return refuse('order_decided')
  if (withdrawn.isNew) tellOfChat(context, place.chatId)
  return withdrawn.wire
}

/** Rates the learner's own closed consultation, once. */
export async function rate(
  context: ConsultationContext<'PUT /consultations/updateRating/:id'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, params, body, refuse } = context
  if (body.id !== params.id) refuse('invalid_input', { fields: ['id'] })
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'learner') return refuse('not_found')
  const known = place.all.consultations.find(({ id }) => id === params.id)
  if (known?.status === 'rated' && known.rating === body.rating) return known
  const rated = await rateConsultation(db, params.id, body.rating)
  if (!rated) return refuse('consultation_not_closed')
  tellOfChat(context, place.chatId)
  return rated.wire
}

type Opening = ConsultationContext<'POST /studio/chats/:id/consultations'>

/** Opens a consultation from the next message, or from one written since the last consultation ended. */
export async function open(context: Opening, find: FindPlace): Promise<ConsultationWire> {
  const { db, user, params, body, now, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const { start_message_id: startMessageId, amount = 1 } = body
  const place = await find(db, context, { chatId: params.id, clientKey, startMessageId })
  if (place?.side !== 'expert') return refuse('not_found')
  if (place.repeated) return place.repeated
  if (isUnderWay(place.all)) refuse('consultation_waiting')
  if (amount > 0 && isOver(place.all, amount)) refuse('consultations_over')
  const start = startMessageId === undefined ? place.messageCount + 1 : place.startNumber
  if (start === null || start <= place.coveredTo) return refuse('invalid_input', { fields: ['start_message_id'] })
  const opened = await db.inTransaction(async tx => {
    const made = await insertConsultation(tx, place.chatId, start, amount, user.userId, clientKey, now / 1000)
    if (made) await note(tx, context, 'consultation.open', made.wire.id, { chat_id: place.chatId, amount })
    return made
  })
  if (opened) {
    tellOfChat(context, place.chatId)
    return opened.wire
  }
  return (await find(db, context, { chatId: params.id, clientKey }))?.repeated ?? refuse('consultation_waiting')
}

/** Closes a consultation with the chat's last message, which debits it. */
export async function close(
  context: ConsultationContext<'POST /studio/consultations/:id/close'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, params, body, now, refuse } = context
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const closed = await db.inTransaction(async tx => {
    const done = await closeConsultation(tx, params.id, body.amount ?? null, now / 1000)
    if (!done) return refuse('consultation_not_open')
    const detail = { chat_id: place.chatId, amount: done.wire.amount }
    await note(tx, context, 'consultation.close', params.id, detail)
    return done.wire
  })
  tellOfChat(context, place.chatId)
  return closed
}

/** Takes an open consultation back: it was opened by mistake, and nothing is debited. */
export async function cancel(
  context: ConsultationContext<'POST /studio/consultations/:id/cancel'>,
  find: FindPlace,
): Promise<object> {
  const { db, params, refuse } = context
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  await db.inTransaction(async tx => {
    if (!(await cancelConsultation(tx, params.id))) refuse('consultation_not_open')
    await note(tx, context, 'consultation.cancel', params.id, { chat_id: place.chatId })
  })
  tellOfChat(context, place.chatId)
  return {}
}

/** Goes on with the consultation that ended last, as if it had not; it is debited when it ends again. */
export async function reopen(
  context: ConsultationContext<'POST /studio/consultations/:id/reopen'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, params, refuse } = context
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const reopened = await db.inTransaction(async tx => {
    const done = await reopenConsultation(tx, params.id)
    if (!done) return refuse('consultation_not_reopened')
    await note(tx, context, 'consultation.reopen', params.id, { chat_id: place.chatId })
    return done.wire
  })
  tellOfChat(context, place.chatId)
  return reopened
}

/** Approves an order and opens the consultation with the next message. */
export async function approve(
  context: ConsultationContext<'POST /studio/consultation-orders/:id/approve'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, user, params, now, refuse } = context
  const place = await find(db, context, { orderId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const asked = place.all.orders.find(({ id }) => id === params.id)
  if (asked?.status !== 'waiting') refuse('order_decided')
  // Another consultation may have used up what was left when this one was ordered.
  if (isOver(place.all)) refuse('consultations_over')
  const opened = await db.inTransaction(async tx => {
    const made = await approveOrder(tx, params.id, user.userId, now / 1000)
    if (!made) return refuse(await whyNotApproved(tx, context, find))
    await note(tx, context, 'consultation_order.approve', params.id, { consultation_id: made.wire.id })
    return made.wire
  })
  tellOfChat(context, place.chatId)
  return opened
}

async function whyNotApproved(
  tx: Db,
  context: ConsultationContext<'POST /studio/consultation-orders/:id/approve'>,
  find: FindPlace,
) {
  const { params } = context
  const place = await find(tx, context, { orderId: params.id })
  const isWaiting = place?.all.orders.some(({ id, status }) => id === params.id && status === 'waiting')
  return isWaiting ? 'consultation_waiting' : 'order_decided'
}

/** Declines an order. */
export async function decline(
  context: ConsultationContext<'POST /studio/consultation-orders/:id/decline'>,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, user, params, now, refuse } = context
  const place = await find(db, context, { orderId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const declined = await db.inTransaction(async tx => {
    const done = await declineOrder(tx, params.id, user.userId, now / 1000)
    if (!done) return refuse('order_decided')
    await note(tx, context, 'consultation_order.decline', params.id, { chat_id: place.chatId })
    return done.wire
  })
  tellOfChat(context, place.chatId)
  return declined
}

/** Writes the audit log; `action` is `<target type>.<verb>`. */
function note(
  tx: Db,
  { user }: Pick<Opening, 'user'>,
  action: `${string}.${string}`,
  targetId: number,
  detail: Record<string, unknown>,
) {
  return writeAudit(tx, user, { action, targetType: action.slice(0, action.indexOf('.')), targetId, detail })
}
