import type { Currency } from '#shared/platform/money.ts'
import type { Language } from '#shared/platform/contract.ts'

export type DeclineCode =
  | 'insufficient_funds'
  | 'expired_card'
  | 'stolen_card'
  | 'authentication_required'
  | 'do_not_honor'
export type Outcome = 'succeeds' | DeclineCode

/** What is kept of a card; the number itself never is. */
export type Card = { trial: string; last4: string; expires_month: number; expires_year: number }

export type Checkout = {
  id: string
  account: string
  mode: 'payment' | 'setup'
  amount: number | null
  currency: Currency
  description: string
  reference: string
  isSaving: boolean
  returnUrl: string
  cancelUrl: string
  language: Language
  email: string | null
  status: 'open' | 'complete' | 'expired'
  payment: string | null
  method: string | null
  /** The card that waits for its bank's confirmation. */
  pending: Card | null
  /** The last refusal, which the card page shows. */
  declined: DeclineCode | null
  created: number
  expiresAt: number
}

export type Refund = { id: string; amount: number; reference: string; status: 'succeeded' | 'failed'; created: number }
export type Dispute = { id: string; amount: number; status: 'open' | 'won' | 'lost'; created: number }

export type Payment = {
  id: string
  account: string
  amount: number
  currency: Currency
  description: string
  reference: string
  checkout: string | null
  method: string | null
  status: 'succeeded' | 'failed' | 'requires_action' | 'canceled'
  declineCode: DeclineCode | null
  refunds: Refund[]
  dispute: Dispute | null
  language: Language
  created: number
}

export type Method = {
  id: string
  account: string
  card: Card
  /** The language of the buyer, for a later confirmation. */
  language: Language
  isGone: boolean
}

export type SandboxEvent = {
  id: string
  account: string
  type:
    | 'checkout.completed'
    | 'checkout.expired'
    | 'payment.succeeded'
    | 'payment.failed'
    | 'payment.canceled'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute.opened'
    | 'dispute.closed'
  created: number
  object: { type: 'checkout' | 'payment' | 'refund'; id: string }
  delivery: 'waiting' | 'done' | 'given_up'
  attempts: number
  /** Unix seconds of the sandbox’s clock. */
  nextTry: number
}

/** An idempotency key: what was asked with it and the id of what that made. */
export type Key = { id: string; fingerprint: string; made: string; created: number }

/** How far the clock is ahead of the machine’s, in seconds; there is one, and it never goes back. */
export type Ahead = { id: 'clock'; seconds: number }

export type Kinds = {
  checkout: Checkout
  payment: Payment
  method: Method
  event: SandboxEvent
  key: Key
  clock: Ahead
}
/** A record as it is from now on. */
export type Put = { [Kind in keyof Kinds]: { kind: Kind; value: Kinds[Kind] } }[keyof Kinds]
