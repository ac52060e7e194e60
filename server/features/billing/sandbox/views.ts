import { isPayable } from './charges.ts'
import type { Checkout, Method, Payment, Refund, SandboxEvent } from './records.ts'

/** A checkout as the API answers it. */
export function checkoutView(checkout: Checkout, url: string, now: number) {
  const { id, mode, amount, currency, reference, payment, method, declined, created, expiresAt } = checkout
  const status = checkout.status === 'open' && !isPayable(checkout, now) ? 'expired' : checkout.status
  const shown = { id, object: 'checkout', mode, amount, currency, reference, status, url: `${url}/pay/${id}` }
  return { ...shown, payment, method, decline_code: declined, created, expires_at: expiresAt }
}

/** 2.9 % and 30 minor units; nothing for a payment that took no money. */
const feeOf = ({ status, amount }: Payment) => (status === 'succeeded' ? Math.round((amount * 29) / 1000) + 30 : 0)

/** How much of a payment went back, in minor units; not what could not be delivered. */
export function refundedOf({ refunds }: Payment): number {
  return refunds.reduce((sum, { amount, status }) => (status === 'succeeded' ? sum + amount : sum), 0)
}

/** A payment as the API answers it. */
export function paymentView(payment: Payment, url: string) {
  const { id, amount, currency, reference, checkout, method, status, declineCode, dispute, created } = payment
  return {
    id,
    object: 'payment',
    amount,
    currency,
    reference,
    checkout,
    method,
    status,
    decline_code: declineCode,
    action_url: status === 'requires_action' ? `${url}/secure/${id}` : null,
    refunded: refundedOf(payment),
    refunds: payment.refunds,
    dispute,
    created,
    fee: feeOf(payment),
  }
}

/** A refund as the API answers it. */
export function refundView(refund: Refund, payment: string) {
  const { id, amount, reference, status, created } = refund
  return { id, object: 'refund', payment, amount, reference, status, created }
}

/** A saved card as the API answers it. */
export function methodView({ id, card }: Method) {
  const { last4, expires_month, expires_year } = card
  return { id, object: 'method', kind: 'card', brand: 'visa', last4, expires_month, expires_year }
}

/** An event as it is delivered and listed. */
export function eventView({ id, type, created, object }: SandboxEvent) {
  return { id, type, created, object }
}
