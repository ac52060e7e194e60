import { randomBytes } from 'node:crypto'
import { isOver, trialOf } from './cards.ts'
import type { Card, Checkout, DeclineCode, Method, Outcome, Payment, Put, SandboxEvent } from './records.ts'

/** An id nobody guesses. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** The put of a new event about an object, to be delivered at once. Times in Unix seconds. */
export function eventPut(
  account: string,
  type: SandboxEvent['type'],
  object: SandboxEvent['object'],
  created: number,
): Put {
  const waiting = { delivery: 'waiting', attempts: 0, nextTry: 0 } as const
  return { kind: 'event', value: { id: newId('evt'), account, type, created, object, ...waiting } }
}

/** A settled payment and the events that tell of it; a disputed card disputes it at once. */
export function settle(payment: Payment, declineCode: DeclineCode | null, card: Card, now: number): Put[] {
  const { id, account, amount } = payment
  const object = { type: 'payment', id } as const
  const isDisputed = declineCode === null && trialOf(card).isDisputed === true
  const dispute = isDisputed ? { id: newId('dsp'), amount, status: 'open' as const, created: now } : null
  const status = declineCode === null ? 'succeeded' : 'failed'
  return [
    { kind: 'payment', value: { ...payment, status, declineCode, dispute } },
    eventPut(account, `payment.${status}`, object, now),
    ...(isDisputed ? [eventPut(account, 'dispute.opened', object, now)] : []),
  ]
}

type Charge = Pick<Payment, 'account' | 'amount' | 'currency' | 'description' | 'reference' | 'language'>

function paymentFrom(charge: Charge, checkout: string | null, method: string | null, created: number): Payment {
  const { account, amount, currency, description, reference, language } = charge
  const nothingYet = { status: 'requires_action', declineCode: 'authentication_required' } as const
  const own = { id: newId('pay'), checkout, method, ...nothingYet, refunds: [], dispute: null, created }
  return { ...own, account, amount, currency, description, reference, language }
}

/** What a charge of a saved card answers without its owner, at `now`. */
function laterOutcome({ card }: Method, now: number): Outcome {
  return isOver(card.expires_month, card.expires_year, now) ? 'expired_card' : trialOf(card).later
}

/** A payment by a saved card: settled, or waiting for its owner's confirmation. */
export function chargeLater(charge: Charge, method: Method, now: number): { id: string; puts: Put[] } {
  const payment = paymentFrom(charge, null, method.id, now)
  const outcome = laterOutcome(method, now)
  if (outcome === 'authentication_required') return { id: payment.id, puts: [{ kind: 'payment', value: payment }] }
  return { id: payment.id, puts: settle(payment, outcome === 'succeeds' ? null : outcome, method.card, now) }
}

/** The checkout completed by a card: the method if it is to be saved, the payment if there is one, and the events. */
export function complete(checkout: Checkout, card: Card, now: number): Put[] {
  const { id, account, amount, language } = checkout
  const isSaved = checkout.isSaving || checkout.mode === 'setup'
  const method: Method | null = isSaved ? { id: newId('mth'), account, card, language, isGone: false } : null
  const payment = amount === null ? null : paymentFrom({ ...checkout, amount }, id, method?.id ?? null, now)
  const done = { status: 'complete', pending: null, declined: null } as const
  return [
    ...(method ? [{ kind: 'method', value: method } as const] : []),
    {
      kind: 'checkout',
      value: { ...checkout, ...done, payment: payment?.id ?? null, method: method?.id ?? null },
    },
    ...(payment ? settle(payment, null, card, now) : []),
    eventPut(account, 'checkout.completed', { type: 'checkout', id }, now),
  ]
}

/** The checkout after a refused card: still open, with the failed payment if it was one. */
export function decline(checkout: Checkout, card: Card, declined: DeclineCode, now: number): Put[] {
  const { amount } = checkout
  const failed =
    amount === null ? [] : settle(paymentFrom({ ...checkout, amount }, checkout.id, null, now), declined, card, now)
  return [{ kind: 'checkout', value: { ...checkout, pending: null, declined } }, ...failed]
}

/** The checkout closed without a payment, and the event that tells of it. */
export function expire(checkout: Checkout, now: number): Put[] {
  const { id, account } = checkout
  return [
    { kind: 'checkout', value: { ...checkout, status: 'expired', pending: null } },
    eventPut(account, 'checkout.expired', { type: 'checkout', id }, now),
  ]
}

/** The payment that nobody can confirm any more, and the event that tells of it. */
export function cancel(payment: Payment, now: number): Put[] {
  const { id, account } = payment
  return [
    { kind: 'payment', value: { ...payment, status: 'canceled' } },
    eventPut(account, 'payment.canceled', { type: 'payment', id }, now),
  ]
}

/** Whether a checkout can still be paid at `now`; its expiry may not have been noticed yet. */
export function isPayable(checkout: Checkout, now: number): boolean {
  return checkout.status === 'open' && now < checkout.expiresAt
}
