import Type, { type Static } from 'typebox'
import { currencies, readAmount } from '#shared/platform/money.ts'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import { oneOf } from '#shared/platform/schemas.ts'
import { type Charge, type ProviderRefund, ProviderUnavailable, type SavedMethod } from '../provider.ts'

/** Where our key stands in the payments that we make. */
export const keyField = 'kurso_key'

const text = Type.String()
const maybe = Type.Optional(text)
const money = Type.Object({ value: text, currency: text })
const confirmation = Type.Object({ type: text, confirmation_url: maybe })
const registration = oneOf(['pending', 'succeeded', 'canceled'])
const card = Type.Object({ last4: text, expiry_month: text, expiry_year: text, card_type: text })
const method = Type.Object({ type: text, id: text, saved: Type.Boolean(), card: Type.Optional(card) })

export const paymentAnswer = Type.Object({
  id: text,
  status: oneOf(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: money,
  income_amount: Type.Optional(money),
  refunded_amount: Type.Optional(money),
  metadata: Type.Optional(Type.Record(text, Type.Unknown())),
  created_at: text,
  captured_at: maybe,
  confirmation: Type.Optional(confirmation),
  payment_method: Type.Optional(method),
  receipt_registration: Type.Optional(registration),
  cancellation_details: Type.Optional(Type.Object({ reason: text })),
})
export const methodAnswer = Type.Object({
  ...method.properties,
  status: oneOf(['pending', 'active', 'inactive']),
  confirmation: Type.Optional(confirmation),
})
export const refundAnswer = Type.Object({
  id: text,
  payment_id: text,
  status: oneOf(['pending', 'succeeded', 'canceled']),
  amount: money,
  description: maybe,
  receipt_registration: Type.Optional(registration),
  created_at: text,
})
export const receiptAnswer = Type.Object({ id: text, status: registration })
export const receiptsAnswer = Type.Object({ items: Type.Array(receiptAnswer) })
export const paymentsAnswer = Type.Object({ items: Type.Array(paymentAnswer), next_cursor: maybe })
export const refundsAnswer = Type.Object({ items: Type.Array(refundAnswer), next_cursor: maybe })
/** The shop that the keys open. */
export const shopAnswer = Type.Object({ account_id: text })
export const errorAnswer = Type.Object({ type: oneOf(['error']), code: text, parameter: maybe })
export const eventBody = Type.Object({
  type: oneOf(['notification']),
  event: Type.String({ maxLength: 100 }),
  object: Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) }),
})

type Payment = Static<typeof paymentAnswer>
type Refund = Static<typeof refundAnswer>

const refusals: Record<string, ChargeRefusal> = {
  '3d_secure_failed': 'authentication_required',
  card_expired: 'expired_card',
  insufficient_funds: 'insufficient_funds',
  payment_method_limit_exceeded: 'insufficient_funds',
  payment_method_restricted: 'stolen_card',
  permission_revoked: 'revoked',
  internal_timeout: 'unavailable',
  issuer_unavailable: 'unavailable',
}
/** Reasons that are no refusal: nobody paid in time. */
const endings = ['expired_on_confirmation', 'canceled_by_merchant', 'expired_on_capture']

/** `12.50` of a currency in minor units; ProviderUnavailable for what is no such amount. */
export function minorUnits({ value, currency }: Static<typeof money>): number {
  const known = currencies.find(code => code === currency)
  const amount = known && readAmount(value, known, 'en')
  if (amount === undefined) throw new ProviderUnavailable('YooKassa answered an amount that cannot be read')
  return amount
}

/** A payment, with the refunds that it has. */
export function paymentCharge(payment: Payment, refunds: readonly Refund[]): Charge {
  const { id, metadata, confirmation, payment_method, cancellation_details } = payment
  const state = stateOf(payment)
  const url = state === 'open' ? confirmation?.confirmation_url : undefined
  const refusal = state === 'refused' ? (refusals[cancellation_details?.reason ?? ''] ?? 'declined') : undefined
  const key = metadata?.[keyField]
  const saved = state === 'done' && payment_method?.saved ? savedMethod(payment_method) : undefined
  const paid = state === 'done' ? paidOf(payment, refunds) : undefined
  return { id, state, reference: typeof key === 'string' ? key : '', url, refusal, payment: paid, method: saved }
}

function stateOf({ status, confirmation, cancellation_details }: Payment): Charge['state'] {
  if (status === 'succeeded') return 'done'
  if (status === 'waiting_for_capture') return 'pending'
  if (status === 'pending') return confirmation?.confirmation_url === undefined ? 'pending' : 'open'
  return endings.includes(cancellation_details?.reason ?? '') ? 'closed' : 'refused'
}

function paidOf(payment: Payment, refunds: readonly Refund[]): Charge['payment'] {
  const { id, income_amount, created_at, captured_at } = payment
  const amount = minorUnits(payment.amount)
  const fee = income_amount && amount - minorUnits(income_amount)
  const paidAt = Date.parse(captured_at ?? created_at)
  return {
    id,
    amount,
    currency: payment.amount.currency,
    fee,
    paidAt,
    refunds: doneRefunds(refunds),
    disputes: [],
  }
}

/** Those refunds that are done, of a list with the newest first. */
function doneRefunds(refunds: readonly Refund[]): ProviderRefund[] {
  return refunds
    .filter(({ status }) => status === 'succeeded')
    .toReversed()
    .map(({ id, amount, description, created_at }) => {
      return { id, amount: minorUnits(amount), reference: description, isFailed: false, at: Date.parse(created_at) }
    })
}

function savedMethod({ id, type, card }: Static<typeof method>): SavedMethod {
  const expiry = { expiresMonth: card && Number(card.expiry_month), expiresYear: card && Number(card.expiry_year) }
  return { token: id, kind: card ? 'card' : 'other', brand: card?.card_type ?? type, last4: card?.last4, ...expiry }
}

const methodStates = { pending: 'open', active: 'done', inactive: 'closed' } as const

/** A page that only saves a card. YooKassa keeps nothing of ours with it, so its id carries our key. */
export function methodCharge(saved: Static<typeof methodAnswer>, reference: string): Charge {
  const state = methodStates[saved.status]
  const url = state === 'open' ? saved.confirmation?.confirmation_url : undefined
  const method = state === 'done' ? savedMethod(saved) : undefined
  return { id: `${saved.id}/${reference}`, state, reference, url, refusal: undefined, payment: undefined, method }
}
