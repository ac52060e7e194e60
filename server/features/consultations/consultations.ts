import { randomUUID } from 'node:crypto'
import type { ConsultationOrderWire, ConsultationWire } from '#shared/features/consultations/contract.ts'
import { tellOfChat } from '#server/features/chat/chat-place.ts'
import { type ConsultationContext, type FindPlace, isOver, isUnderWay } from './place.ts'
import {
  type ConsultationPlace,
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
  if (!withdrawn) return orderThatIs('withdrawn', context, find)
  tellOfChat(context, place.chatId)
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
  const rated = await rateConsultation(db, params.id, body.rating)
  if (!rated) {
    const known = consultationIn(await find(db, context, { consultationId: params.id }), params.id)
    return known?.rating === body.rating ? known : refuse('consultation_not_closed')
  }
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

/** Closes a consultation with the chat's last message, which debits it; one that is closed stays as it is. */
export async function close(
  context: ConsultationContext<'POST /studio/consultations/:id/close'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, params, body, now, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const closed = await db.inTransaction(async tx => {
    const done = await closeConsultation(tx, params.id, body.amount ?? null, clientKey, now / 1000)
    const detail = { chat_id: place.chatId, amount: done?.wire.amount }
    if (done) await note(tx, context, 'consultation.close', params.id, detail)
    return done?.wire
  })
  if (!closed) {
    const { known, isRepeated } = await presentState(context, find, clientKey)
    const isAsAsked = known.status !== 'open' && (body.amount === undefined || body.amount === known.amount)
    return isRepeated || isAsAsked ? known : refuse('consultation_not_open')
  }
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
  const { db, params, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const place = await find(db, context, { consultationId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const reopened = await db.inTransaction(async tx => {
    const done = await reopenConsultation(tx, params.id, clientKey)
    if (done) await note(tx, context, 'consultation.reopen', params.id, { chat_id: place.chatId })
    return done?.wire
  })
  if (!reopened) {
    const { known, isRepeated } = await presentState(context, find, clientKey)
    return isRepeated || known.status === 'open' ? known : refuse('consultation_not_reopened')
  }
  tellOfChat(context, place.chatId)
  return reopened
}

/** A consultation as it is now, and whether this step of it was taken before. */
async function presentState(
  context: ConsultationContext<'POST /studio/consultations/:id/close' | 'POST /studio/consultations/:id/reopen'>,
  find: FindPlace,
  clientKey: string,
): Promise<{ known: ConsultationWire; isRepeated: boolean }> {
  const { db, params, refuse } = context
  const place = await find(db, context, { consultationId: params.id })
  const known = consultationIn(place, params.id)
  return place && known ? { known, isRepeated: place.stepKeys.includes(clientKey) } : refuse('not_found')
}

/** Approves an order and opens the consultation with the next message; what it has opened before is answered again. */
export async function approve(
  context: ConsultationContext<'POST /studio/consultation-orders/:id/approve'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, user, params, now, refuse } = context
  const place = await find(db, context, { orderId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  if (place.opened) return place.opened
  if (orderIn(place, params.id)?.status !== 'waiting') refuse('order_decided')
  // Another consultation may have used up what was left when this one was ordered.
  if (isOver(place.all)) refuse('consultations_over')
  const opened = await db.inTransaction(async tx => {
    const made = await approveOrder(tx, params.id, user.userId, now / 1000)
    if (made) await note(tx, context, 'consultation_order.approve', params.id, { consultation_id: made.wire.id })
    return made?.wire
  })
  if (!opened) {
    const decided = await find(db, context, { orderId: params.id })
    const isWaiting = orderIn(decided, params.id)?.status === 'waiting'
    return decided?.opened ?? refuse(isWaiting ? 'consultation_waiting' : 'order_decided')
  }
  tellOfChat(context, place.chatId)
  return opened
}

/** Declines an order; one that is declined stays so. */
export async function decline(
  context: ConsultationContext<'POST /studio/consultation-orders/:id/decline'>,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, user, params, now, refuse } = context
  const place = await find(db, context, { orderId: params.id })
  if (place?.side !== 'expert') return refuse('not_found')
  const declined = await db.inTransaction(async tx => {
    const done = await declineOrder(tx, params.id, user.userId, now / 1000)
    if (done) await note(tx, context, 'consultation_order.decline', params.id, { chat_id: place.chatId })
    return done?.wire
  })
  if (!declined) return orderThatIs('declined', context, find)
  tellOfChat(context, place.chatId)
  return declined
}

/** The order, when it is already what was asked for. */
async function orderThatIs(
  asked: ConsultationOrderWire['status'],
  context: ConsultationContext<
    'POST /consultation-orders/:id/withdraw' | 'POST /studio/consultation-orders/:id/decline'
  >,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, params, refuse } = context
  const known = orderIn(await find(db, context, { orderId: params.id }), params.id)
  return known?.status === asked ? known : refuse('order_decided')
}

const orderIn = (place: ConsultationPlace | undefined, orderId: number) =>
  place?.all.orders.find(({ id }) => id === orderId)

const consultationIn = (place: ConsultationPlace | undefined, consultationId: number) =>
  place?.all.consultations.find(({ id }) => id === consultationId)

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
