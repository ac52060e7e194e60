import Type, { type Static } from 'typebox'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import { nullable, oneOf } from '#shared/platform/schemas.ts'
import type { Charge, SavedMethod } from './provider.ts'

const text = Type.String()
const count = Type.Integer()
const decline = nullable(text)

export const checkoutAnswer = Type.Object({
  id: text,
  reference: text,
  status: oneOf(['open', 'complete', 'expired']),
  url: text,
  payment: nullable(text),
  method: nullable(text),
  decline_code: decline,
})
export const paymentAnswer = Type.Object({
  id: text,
  reference: text,
  amount: count,
  currency: text,
  status: oneOf(['succeeded', 'failed', 'requires_action', 'canceled']),
  decline_code: decline,
  action_url: nullable(text),
  method: nullable(text),
  refunds: Type.Array(
    Type.Object({ id: text, amount: count, reference: text, status: oneOf(['succeeded', 'failed']), created: count }),
  ),
  dispute: nullable(Type.Object({ id: text, amount: count, status: oneOf(['open', 'won', 'lost']), created: count })),
  created: count,
  fee: count,
})
export const paymentsAnswer = Type.Object({ data: Type.Array(paymentAnswer) })
export const refundAnswer = Type.Object({
  id: text,
  payment: text,
  amount: count,
  status: oneOf(['succeeded', 'failed']),
})
export const methodAnswer = Type.Object({
  id: text,
  brand: text,
  last4: text,
  expires_month: count,
  expires_year: count,
})
export const errorAnswer = Type.Object({ error: Type.Object({ code: text }) })
export const eventBody = Type.Object({ id: text, object: Type.Object({ id: text }) })

type Payment = Static<typeof paymentAnswer>

const refusals: Record<string, ChargeRefusal> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  stolen_card: 'stolen_card',
  authentication_required: 'authentication_required',
}
const refusalOf = (code: string | null) => (code === null ? undefined : (refusals[code] ?? 'declined'))
const states = { succeeded: 'done', failed: 'refused', requires_action: 'confirm', canceled: 'closed' } as const
const pageStates = { open: 'open', complete: 'done', expired: 'closed' } as const

/** A page, with the payment and the saved method that came of it. */
export function pageCharge(
  checkout: Static<typeof checkoutAnswer>,
  payment: Payment | undefined,
  method: SavedMethod | undefined,
): Charge {
  const { id, reference, status, url, decline_code } = checkout
  const isOpen = status === 'open'
  const refusal = refusalOf(decline_code)
  const paid = payment && paidOf(payment)
  return { id, state: pageStates[status], reference, url: isOpen ? url : undefined, refusal, payment: paid, method }
}

/** A payment without a page. */
export function paymentCharge(payment: Payment): Charge {
  const { id, reference, status, decline_code, action_url } = payment
  const told = { url: action_url ?? undefined, refusal: refusalOf(decline_code) }
  return { id, state: states[status], reference, ...told, payment: paidOf(payment), method: undefined }
}

function paidOf({ id, amount, currency, status, fee, created, refunds, dispute }: Payment): Charge['payment'] {
  if (status !== 'succeeded') return undefined
  const back = refunds.map(({ id: refundId, amount: part, reference, status: state, created: at }) => {
    return { id: refundId, amount: part, reference, isFailed: state === 'failed', at: at * 1000 }
  })
  const disputes = dispute
    ? [{ id: dispute.id, amount: dispute.amount, state: dispute.status, at: dispute.created * 1000 }]
    : []
  return { id, amount, currency, fee, paidAt: created * 1000, refunds: back, disputes }
}

/** A saved card. */
export function cardMethod({ id, brand, last4, ...card }: Static<typeof methodAnswer>): SavedMethod {
  return { token: id, kind: 'card', brand, last4, expiresMonth: card.expires_month, expiresYear: card.expires_year }
}
