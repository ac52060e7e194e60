import { randomUUID } from 'node:crypto'
import type { ConsultationOrderWire, ConsultationWire } from '#shared/features/consultations/contract.ts'
import { tellOfChat } from '#server/features/chat/context.ts'
import { type ConsultationContext, type FindPlace, isOver, isUnderWay } from './place.ts'
import { insertOrder, rateConsultation } from './queries.ts'

/** Asks for a consultation; it waits until staff approve it. Sent again with its key it stays one. */
export async function order(
  context: ConsultationContext<'POST /chats/:id/consultation-orders'>,
  find: FindPlace,
): Promise<ConsultationOrderWire> {
  const { db, user, params, now, refuse, idempotencyKey: clientKey = randomUUID() } = context
  const place = await find(db, user, { chatId: params.id, clientKey })
  if (place?.side !== 'learner') return refuse('not_found')
  if (place.repeatedOrder) return place.repeatedOrder
  if (isUnderWay(place.all)) refuse('consultation_waiting')
  if (isOver(place.all)) refuse('consultations_over')
  const made = await insertOrder(db, place.chatId, clientKey, now / 1000)
  if (made) {
    tellOfChat(context, place.chatId)
    return made.wire
  }
  const again = await find(db, user, { chatId: params.id, clientKey })
  return again?.repeatedOrder ?? refuse('consultation_waiting')
}

/** Rates a closed consultation of the learner's own, once. */
export async function rate(
  context: ConsultationContext<'PUT /consultations/updateRating/:id'>,
  find: FindPlace,
): Promise<ConsultationWire> {
  const { db, user, params, body, refuse } = context
  if (body.id !== params.id) refuse('invalid_input', { fields: ['id'] })
  const place = await find(db, user, { consultationId: params.id })
  if (place?.side !== 'learner') return refuse('not_found')
  const known = place.all.consultations.find(({ id }) => id === params.id)
  if (known?.status === 'rated' && known.rating === body.rating) return known
  const rated = await rateConsultation(db, params.id, body.rating)
  if (!rated) return refuse('consultation_not_closed')
  tellOfChat(context, place.chatId)
  return rated.wire
}
