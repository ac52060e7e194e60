import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { TrialCard } from './rig.ts'

export const newId = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`

/** What the double remembers of a session; `intent` once somebody has pressed pay. */
export type Session = {
  id: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  amount: number
  currency: string
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  saves: boolean
  expiresAt: number
  intent?: Intent
  setup?: { id: string; method: Method }
}
export type Method = { id: string; customer: string | null; card: TrialCard }
export type Intent = {
  id: string
  status: 'succeeded' | 'requires_payment_method'
  amount: number
  currency: string
  metadata: Record<string, string>
  saves: boolean
  method: Method
  error: { code: string; decline_code?: string } | null
  charge: string
  created: number
}
export type Refund = { id: string; intent: string; amount: number; metadata: Record<string, string>; created: number }
export type Dispute = {
  id: string
  intent: string
  amount: number
  status: 'needs_response' | 'won' | 'lost'
  created: number
}

type Fault = { code: string; decline_code?: string }
const declined = (decline_code: string): Fault => ({ code: 'card_declined', decline_code })

/** Why a card is not taken, on the page and later. */
export const faults: Record<TrialCard, { here?: Fault; later?: Fault }> = {
  works: {},
  confirmed: {},
  noFunds: { here: declined('insufficient_funds') },
  expired: { here: { code: 'expired_card', decline_code: 'expired_card' } },
  stolen: { here: declined('stolen_card') },
  noFundsLater: { later: declined('insufficient_funds') },
  confirmsLater: { later: { code: 'authentication_required', decline_code: 'authentication_required' } },
}

export function methodView({ id, customer }: Method) {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 }
  return { id, object: 'payment_method', type: 'card', customer, card } satisfies Shape<Stripe.PaymentMethod, 'card'>
}

/** An intent, as whole as it is asked for. */
export function intentView(intent: Intent, refunds: readonly Refund[], disputes: readonly Dispute[], expand: string[]) {
  const { id, status, amount, currency, metadata, error, charge, created, saves, method } = intent
  const isPaid = status === 'succeeded'
  const fee = { id: 'txn_1', object: 'balance_transaction', fee: Math.round(amount * 0.029) + 30, currency }
  const latest = {
    id: charge,
    object: 'charge',
    amount_refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    disputed: disputes.length > 0,
    created,
    payment_intent: id,
    balance_transaction: expand.includes('latest_charge.balance_transaction') ? fee : fee.id,
  } satisfies Shape<Stripe.Charge, 'balance_transaction'>
  const isWhole = expand.some(path => path.startsWith('latest_charge'))
  return {
    id,
    object: 'payment_intent',
    status,
    amount,
    amount_received: isPaid ? amount : 0,
    currency,
    metadata,
    created,
    last_payment_error: error && { type: 'card_error', ...error },
    latest_charge: isWhole ? latest : charge,
    payment_method: isPaid ? (expand.includes('payment_method') ? methodView(method) : method.id) : null,
    setup_future_usage: saves ? 'off_session' : null,
  } satisfies Shape<Stripe.PaymentIntent, 'latest_charge' | 'payment_method'>
}

/** Some of an object’s fields, each of the type that the package says, but for those that are objects of their own. */
type Shape<Whole, Own extends keyof Whole> = Partial<Omit<Whole, Own>> & { [Name in Own]?: unknown }

export function refundView(
  { id, intent, amount, metadata, created }: Refund,
  whole: object | undefined,
  status: 'pending' | 'succeeded' | 'failed',
) {
  const refund = {
    id,
    object: 'refund',
    amount,
    metadata,
    created,
    status,
    payment_intent: whole ?? intent,
  }
  return refund satisfies Omit<typeof refund, 'payment_intent'> & { object: string }
}

export function disputeView({ id, intent, amount, status, created }: Dispute, whole: object | undefined) {
  return { id, object: 'dispute', amount, status, created, payment_intent: whole ?? intent }
}
