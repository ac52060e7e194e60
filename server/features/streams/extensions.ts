import {
  findOffer,
  listExtensions,
  type OfferRow,
  serviceWire,
  termsOf,
} from '#server/features/billing/orders/offers.ts'
import { stateOf } from '#server/features/billing/orders/order-state.ts'
import { orderWire } from '#server/features/billing/orders/order-wire.ts'
import { findBuyer, orderAsShown, orderedOnce } from '#server/features/billing/orders/place-order.ts'
import type { AccessListener, Listeners } from '#server/features/billing/orders/settle.ts'
import { sendBack } from '#server/features/billing/payments/refunds.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { discountCode } from '#shared/features/billing/selling/discount.ts'
import type { streams } from '#shared/features/streams/contract.ts'
import type { ExtensionWire } from '#shared/features/streams/extend-calls.ts'
import { extensionCode, extensionShift, isExtendable } from '#shared/features/streams/extension.ts'
import { effectiveEndsOn } from '#shared/features/streams/rules.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { giveExtension, insertExtension, takeExtension } from './extension-queries.ts'
import { lockStream } from './freeze-queries.ts'
import { todayIn } from './local-days.ts'
import { findStream, type StreamRow } from './queries.ts'
import { termsOn } from './stream-wire.ts'

type Calls = (typeof streams)['calls']
type Reading = Context<'GET /extend/:streamId', Calls['GET /extend/:streamId']>
type Ordering = Context<
  'POST /extend/:streamId/course-service/:serviceId',
  Calls['POST /extend/:streamId/course-service/:serviceId']
>
/** Whether a brand’s learners extend courses by themselves. */
type IsOpen = (brandId: string) => boolean

async function ownPlace(context: Reading | Ordering, isOpen: IsOpen): Promise<StreamRow> {
  const { db, params, user, refuse } = context
  const row = (await findStream(db, params.streamId, user.userId, [])) ?? refuse('not_found')
  return isOpen(user.brandId) ? row : refuse('extension_closed')
}

/** What can be added to a place of the learner. */
export async function readExtensions(context: Reading, isOpen: IsOpen): Promise<ExtensionWire[]> {
  const { db, now, user, caller } = context
  const row = await ownPlace(context, isOpen)
  const today = todayIn(user.timezone, now)
  const place = termsOn(row, today, user.timezone)
  return (await listExtensions(db, user.brandId, row.course_id)).flatMap(service => {
    const { accessDays: days, consultations, isSandbox } = service
    const code = extensionCode({ days })
    if (!isExtendable(place, code)) return []
    const { title, description, price, currency } = serviceWire(service, caller.language)
    const shift = days === null ? undefined : extensionShift(place, days, today)
    const endsOn = shift === undefined ? null : addDays(effectiveEndsOn(place, place.freezes), shift)
    const shown = { title, description, price, currency, days, consultations, ends_on: endsOn }
    return [{ id: service.id, stream_id: row.id, type_code: code, ...shown, is_sandbox: isSandbox }]
  })
}

/** Orders what adds to a place of the learner; what waits for the same is answered again. */
export function orderExtension(listeners: Listeners, isOpen: IsOpen) {
  return async (context: Ordering) => {
    const { db, now, params, body, user, refuse, idempotencyKey } = context
    const row = await ownPlace(context, isOpen)
    const buyer = (await findBuyer(db, user.userId)) ?? refuse('not_found')
    const today = localDate(now, buyer.timezone)
    const code = body.promocode ? discountCode(body.promocode) : null
    const asked = { id: params.serviceId, brandId: buyer.brandId, userId: buyer.id, today, code }
    const offer = await findOffer(db, asked)
    if (!offer?.isExtension || offer.courseId !== row.course_id) return refuse('not_found')
    const place = termsOn(row, today, user.timezone)
    if (!isExtendable(place, extensionCode({ days: offer.accessDays }))) refuse('extension_closed')
    const terms = termsOf(offer, {}, { now, today })
    if (typeof terms === 'string') return refuse('not_sold_in_currency')
    if (buyer.email === null) refuse('email_needed', { fields: ['email'] })
    if (offer.accountId === null && terms.total > 0) refuse('selling_closed')
    const placed = { buyer, offer, terms, now, today, placeId: row.id }
    const order = await db.inTransaction(tx =>
      orderedOnce(tx, { buyer, serviceId: offer.id, idempotencyKey }, async key => {
        const made = await orderAsShown(tx, { ...placed, key }, listeners)
        if (!made) return refuse('price_changed', { fields: ['promocode'] })
        const { name = '', phone = '', email = '' } = body
        await insertExtension(tx, { orderId: made.id, placeId: row.id, name, phone, email })
        return made
      }),
    )
    return answer(row, offer, orderWire(order, now))
  }
}

const answer = (row: StreamRow, { accessDays: days }: OfferRow, order: ReturnType<typeof orderWire>) => ({
  id: order.id,
  stream_id: row.id,
  type_code: extensionCode({ days }),
  order,
})

/**
 * Adds what an order gives to its place once it is paid, and takes it back when the money goes back. Where the place was stopped or
 * taken away meanwhile, what was paid is sent back.
 */
export const followExtension: AccessListener = async (tx, order, isOpen, now) => {
  const { id: orderId, userId, extendsId, accessDays, consultations, timezone } = order
  if (extendsId === null || userId === null) return
  if (!isOpen) return void (await takeExtension(tx, orderId))
  await lockStream(tx, extendsId, userId)
  const row = await findStream(tx, extendsId, userId, [])
  const today = localDate(now, timezone)
  const place = row && termsOn(row, today, timezone)
  if (!place || !isExtendable(place, extensionCode({ days: accessDays }))) {
    const { paid, refunded } = stateOf(order, now)
    const all = { amount: paid - refunded, why: { cause: 'unused' as const }, actorId: null, source: 'no place' }
    return void (await sendBack(tx, orderId, all, now))
  }
  const days = accessDays === null ? 0 : extensionShift(place, accessDays, today)
  await giveExtension(tx, { orderId, placeId: extendsId, days, consultations })
}
