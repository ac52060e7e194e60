import type Stripe from 'stripe'
import type { ChargeRefusal } from '#shared/features/billing/subscriptions/retries.ts'
import type { Charge, ProviderDispute, ProviderRefund, SavedMethod } from '../provider.ts'

/** Where our key stands in what we make at Stripe. */
export const keyField = 'kurso_key'

type Intent = Stripe.PaymentIntent
type Expandable<Object> = string | Object | null | undefined
export type MoneyBack = { refunds: ProviderRefund[]; disputes: ProviderDispute[] }

/** An object that was asked for whole; undefined where only its id came. */
export function whole<Object>(value: Expandable<Object>): Object | undefined {
  return typeof value === 'string' || value === null ? undefined : value
}

const byDeclineCode: Record<string, ChargeRefusal> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  lost_card: 'stolen_card',
  stolen_card: 'stolen_card',
  pickup_card: 'stolen_card',
  restricted_card: 'stolen_card',
  revocation_of_authorization: 'revoked',
  revocation_of_all_authorizations: 'revoked',
  stop_payment_order: 'revoked',
  authentication_required: 'authentication_required',
  issuer_not_available: 'unavailable',
  processing_error: 'unavailable',
  reenter_transaction: 'unavailable',
  try_again_later: 'unavailable',
}

type Fault = { code?: string | undefined; decline_code?: string | undefined } | null | undefined

/** Why a card was not taken, in our own words. */
function refusalOf(fault: Fault): ChargeRefusal | undefined {
  if (!fault) return undefined
  if (fault.code === 'payment_intent_authentication_failure') return 'authentication_required'
  return byDeclineCode[fault.decline_code ?? ''] ?? byDeclineCode[fault.code ?? ''] ?? 'declined'
}

/** A payment without a page. */
export function intentCharge(intent: Intent, back: MoneyBack): Charge {
  const state = intentStates[intent.status] ?? 'pending'
  const refusal = state === 'refused' ? (refusalOf(intent.last_payment_error) ?? 'declined') : undefined
  const rest = { url: undefined, refusal, payment: paymentOf(intent, back), method: undefined }
  return { id: intent.id, state, reference: intent.metadata[keyField] ?? '', ...rest }
}

const intentStates: Record<string, Charge['state']> = {
  succeeded: 'done',
  requires_payment_method: 'refused',
  canceled: 'refused',
}

/** A page, with what came of it. */
export function sessionCharge(session: Stripe.Checkout.Session, back: MoneyBack): Charge {
  const intent = whole(session.payment_intent)
  const setup = whole(session.setup_intent)
  const state = stateOf(session, intent)
  const isSaved = state === 'done' && (setup !== undefined || intent?.setup_future_usage === 'off_session')
  return {
    id: session.id,
    state,
    reference: session.metadata?.[keyField] ?? '',
    url: state === 'open' ? (session.url ?? undefined) : undefined,
    refusal: state === 'done' ? undefined : refusalOf(intent?.last_payment_error ?? setup?.last_setup_error),
    payment: intent && paymentOf(intent, back),
    method: isSaved ? methodOf(whole(setup ? setup.payment_method : intent?.payment_method)) : undefined,
  }
}

function stateOf({ status, payment_status }: Stripe.Checkout.Session, intent: Intent | undefined): Charge['state'] {
  if (status === 'open') return 'open'
  if (status === 'expired') return 'closed'
  if (payment_status !== 'unpaid') return 'done'
  return intent === undefined ? 'pending' : (intentStates[intent.status] ?? 'pending')
}

function paymentOf(intent: Intent, back: MoneyBack): Charge['payment'] {
  const charge = whole(intent.latest_charge)
  if (intent.status !== 'succeeded') return undefined
  const { id, amount_received: amount, currency } = intent
  const balance = whole(charge?.balance_transaction)
  // A fee is taken in the currency of the account, which may be another.
  const fee = balance?.currency === currency ? balance.fee : undefined
  const paidAt = (charge?.created ?? intent.created) * 1000
  return { id, amount, currency: currency.toUpperCase(), fee, paidAt, ...back }
}

/** A saved method; its token names the customer too, without whom it cannot be charged. */
function methodOf(method: Stripe.PaymentMethod | undefined): SavedMethod | undefined {
  const customer = method && (typeof method.customer === 'string' ? method.customer : method.customer?.id)
  if (!method || !customer) return undefined
  const { type, card } = method
  return {
    token: `${customer}/${method.id}`,
    kind: card ? 'card' : 'other',
    brand: card?.brand ?? type,
    last4: card?.last4,
    expiresMonth: card?.exp_month,
    expiresYear: card?.exp_year,
  }
}

const refundEnds: Record<string, 'done' | 'failed'> = { succeeded: 'done', failed: 'failed', canceled: 'failed' }

/** What has become of a refund by now. */
export const refundState = (status: string | null): 'done' | 'failed' | 'pending' =>
  refundEnds[status ?? ''] ?? 'pending'

/** Those refunds that are decided, of a list with the newest first. */
export function refundsOf(refunds: readonly Stripe.Refund[]): ProviderRefund[] {
  return refunds
    .toReversed()
    .filter(({ status }) => refundState(status) !== 'pending')
    .map(({ id, amount, metadata, created, status }) => {
      const isFailed = refundState(status) === 'failed'
      return { id, amount, reference: metadata?.[keyField], isFailed, at: created * 1000 }
    })
}

/** Disputes for which money was taken; an inquiry takes none. */
export function disputesOf(disputes: readonly Stripe.Dispute[]): ProviderDispute[] {
  return disputes.flatMap(({ id, amount, status, created }) => {
    if (status.startsWith('warning_') || status === 'prevented') return []
    const state = status === 'won' ? 'won' : status === 'lost' ? 'lost' : 'open'
    return [{ id, amount, state, at: created * 1000 }]
  })
}
