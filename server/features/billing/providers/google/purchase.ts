import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { SubscriptionState } from '#shared/features/billing/subscriptions/subscription.ts'
import { PurchaseRefused, type StorePurchase } from '../store.ts'
import { minorUnits, type orderAnswer, type productAnswer, type subscriptionAnswer } from './answers.ts'

type Order = Static<typeof orderAnswer>
type Product = Static<typeof productAnswer>
type Subscription = Static<typeof subscriptionAnswer>

const states = {
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_PAUSED: 'paused',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'past_due',
  SUBSCRIPTION_STATE_ON_HOLD: 'past_due',
  SUBSCRIPTION_STATE_CANCELED: 'ending',
  SUBSCRIPTION_STATE_EXPIRED: 'ended',
} as const satisfies Record<string, SubscriptionState>

/** What can be bought again has a token of its own each time; those without an order were given with a code. */
const nameOf = (token: string) => `given ${createHash('sha256').update(token).digest('hex').slice(0, 32)}`

/** What was bought once, as Google knows it at `now` (ms). */
export function googleProduct(
  { token, code }: { token: string; code: string },
  found: Product,
  order: Order | undefined,
  now: number,
): StorePurchase {
  if (found.purchaseState === 2) throw new PurchaseRefused('purchase_pending', 'It is not paid yet')
  const money = moneyOf(order)
  return {
    chain: token,
    follows: undefined,
    transaction: order?.orderId ?? nameOf(token),
    codes: [code],
    accountToken: found.obfuscatedExternalAccountId,
    isShared: false,
    ...money,
    purchasedAt: Number(found.purchaseTimeMillis),
    toldAt: now,
    isRevoked: found.purchaseState === 1 || order?.orderHistory?.refundEvent !== undefined,
    subscription: undefined,
    isUnacknowledged: found.acknowledgementState !== 1 && found.consumptionState !== 1,
  }
}

/** A subscription as Google knows it at `now` (ms). */
export function googleSubscription(
  token: string,
  found: Subscription,
  order: Order | undefined,
  now: number,
): StorePurchase {
  const { subscriptionState, lineItems, startTime } = found
  const [item] = lineItems
  if (subscriptionState === 'SUBSCRIPTION_STATE_PENDING' || item?.expiryTime === undefined)
    throw new PurchaseRefused('purchase_pending', 'It is not paid yet')
  if (subscriptionState === 'SUBSCRIPTION_STATE_PENDING_PURCHASE_CANCELED')
    throw new PurchaseRefused('ERR_PAYMENT_EXPIRED', 'It was never paid')
  const expiresAt = Date.parse(item.expiryTime)
  const money = moneyOf(order)
  const plan = item.offerDetails?.basePlanId
  const next = item.autoRenewingPlan?.recurringPrice
  const currency = money.currency || (next?.currencyCode ?? '')
  const state = states[subscriptionState]
  const isTrial = state === 'active' && money.amount === 0
  return {
    chain: token,
    follows: found.linkedPurchaseToken,
    transaction: order?.orderId ?? nameOf(token),
    codes: [...(plan === undefined ? [] : [`${item.productId}:${plan}`]), item.productId],
    accountToken: found.externalAccountIdentifiers?.obfuscatedExternalAccountId,
    isShared: false,
    ...money,
    currency,
    purchasedAt: Date.parse(order?.createTime ?? startTime ?? item.expiryTime),
    toldAt: now,
    isRevoked: order?.orderHistory?.refundEvent !== undefined,
    subscription: {
      state: isTrial ? 'trial' : state === 'active' && isPrepaid(item) ? 'ending' : state,
      expiresAt,
      // While it lasts, the end that Google tells lies after it.
      graceUntil: subscriptionState === 'SUBSCRIPTION_STATE_IN_GRACE_PERIOD' ? expiresAt : undefined,
      nextAmount: next ? minorUnits(next, currency) : undefined,
      isWhole: true,
    },
    isUnacknowledged: found.acknowledgementState === 'ACKNOWLEDGEMENT_STATE_PENDING',
  }
}

const isPrepaid = (item: Subscription['lineItems'][number]) => item.autoRenewingPlan === undefined

/** What an order took, and what of it went back: the last refund takes what the partial ones have left. */
function moneyOf(order: Order | undefined): Pick<StorePurchase, 'amount' | 'currency' | 'refunds'> {
  const currency = order?.total?.currencyCode ?? ''
  const amount = minorUnits(order?.total, currency)
  if (!order) return { amount, currency, refunds: [] }
  const { refundEvent, partialRefundEvents = [] } = order.orderHistory ?? {}
  const parts = partialRefundEvents
    .filter(({ state, processTime }) => state === 'PROCESSED' || (state === undefined && processTime !== undefined))
    .map(({ createTime, processTime, refundDetails }) => ({
      id: `${order.orderId} refund ${createTime}`,
      amount: minorUnits(refundDetails?.total, currency),
      at: Date.parse(processTime ?? createTime),
    }))
  const left = amount - parts.reduce((sum, part) => sum + part.amount, 0)
  const whole = refundEvent && { id: `${order.orderId} refund`, amount: left, at: Date.parse(refundEvent.eventTime) }
  return { amount, currency, refunds: [...parts, ...(whole && left > 0 ? [whole] : [])] }
}
