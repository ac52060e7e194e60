import Type, { type Static } from 'typebox'
import { DateText, Id, Line, nullable, oneOf, PageNumber } from '#shared/platform/schemas.ts'
import { endReasons } from '../subscriptions/cancel-reasons.ts'
import { periodUnits } from '../subscriptions/periods.ts'
import { subscriptionChanges } from '../subscriptions/subscription-changes.ts'
import { Amount, CurrencyCode } from '../wire.ts'
import { mostParts } from './installments.ts'
import { orderHappenings } from './order-happenings.ts'
import { orderSorts, orderStatuses } from './order-sorts.ts'
import { ReceiptDetails } from './receipt-wire.ts'
import { OrderStory, refundCauses, ShopOrder } from './shop-wire.ts'

const access = 'admin' as const
const reason = Type.String({ ...Line(500), minLength: 1 })
const AmountPaid = Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: 'minor units' })

/** How a subscription stands. */
const Summary = Type.Object({
  state: oneOf(['created', 'trial', 'active', 'past_due', 'paused', 'ending', 'ended']),
  paid_until: DateText,
  next_charge_on: nullable(DateText),
  next_amount: nullable(Amount),
  /** Once it is to end, or has. */
  ends_on: nullable(DateText),
})
export type SubscriptionSummaryWire = Static<typeof Summary>

const change = {
  kind: oneOf(subscriptionChanges),
  on: Type.Optional(DateText),
  service_id: Type.Optional(Id),
}

/** How what is left to be paid is divided, and from which day on. */
const division = {
  on: DateText,
  parts: Type.Integer({ minimum: 1, maximum: mostParts }),
}

/** The parts of a price in their order, those that are paid first. */
const Parts = Type.Array(Type.Object({ amount: Amount, due_on: DateText, is_paid: Type.Boolean() }))
export type PartsWire = Static<typeof Parts>

/** The calls of the shop, for its administrators. */
export const shopCalls = {
  'GET /studio/orders/:id/subscription': {
    access: 'admin',
    summary: 'The subscription of an order: what staff can do with it, and how it would stand after one of these',
    query: Type.Object({ ...change, kind: Type.Optional(change.kind) }),
    answer: Type.Object({
      can: Type.Array(change.kind),
      currency: CurrencyCode,
      plans: Type.Array(
        Type.Object({
          service_id: Id,
          title: Type.String(),
          amount: Amount,
          period: Type.Integer(),
          interval: oneOf(periodUnits),
        }),
      ),
      now: Summary,
      after: nullable(Summary),
    }),
    refusals: ['subscription_unfit'],
  },
  'POST /studio/orders/:id/subscription': {
    access: 'admin',
    summary:
      'Pauses, resumes, cancels or ends a subscription, moves its next payment, or has another plan begin with it; once for each Idempotency-Key',
    body: Type.Object({ ...change, reason }),
    answer: Summary,
    refusals: ['subscription_unfit', 'apple_decides', 'google_decides'],
  },
  'GET /studio/orders/:id/instalments': {
    access,
    summary: 'The parts in which an order is paid, and as they would be if what is left were divided otherwise',
    query: Type.Partial(Type.Object(division)),
    answer: Type.Object({
      /** Whether something is left that can be divided now. */
      can: Type.Boolean(),
      currency: CurrencyCode,
      left: Amount,
      /** The first day that can be chosen. */
      today: DateText,
      now: Parts,
      after: nullable(Parts),
    }),
  },
  'POST /studio/orders/:id/instalments': {
    access,
    summary: 'Divides what is left of an order into so many parts from a day on; sent twice it is the same as once',
    body: Type.Object({ ...division, reason }),
    answer: Parts,
    refusals: ['instalments_unfit'],
  },
  'GET /studio/orders': {
    access,
    summary:
      'All orders, the newest first or in another order, 30 a page; found by the beginnings of their buyer’s name, e-mail or phone, or by number',
    isPaged: true,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      status: Type.Optional(oneOf(orderStatuses)),
      service_id: Type.Optional(Id),
      user_id: Type.Optional(Id),
      currency: Type.Optional(CurrencyCode),
      /** Whether no money moves. */
      sandbox: Type.Optional(oneOf(['yes', 'no'])),
      happened: Type.Optional(oneOf(orderHappenings)),
      /** Why a subscription ended. */
      why: Type.Optional(oneOf(endReasons)),
      /** Of what happened, otherwise of the order. Both days are inclusive, in the reader’s time zone; how a subscription stands is asked for on the last one. */
      from: Type.Optional(DateText),
      until: Type.Optional(DateText),
      /** Amounts within their currency, statuses from waiting to closed; of equal ones the newest first. */
      sort: Type.Optional(oneOf(orderSorts)),
      order: Type.Optional(oneOf(['asc', 'desc'])),
      page: Type.Optional(PageNumber),
    }),
    answer: Type.Array(ShopOrder),
  },
  'GET /studio/orders/:id': {
    access,
    summary: 'One order with its invoices, attempts, entries, refunds, events, subscription and log',
    answer: OrderStory,
  },
  'GET /studio/receipts/:id': { access, summary: 'A receipt or credit note of the school', answer: ReceiptDetails },
  'POST /studio/orders': {
    access,
    summary:
      'An order that was paid by hand, for a person, with the reason; sent again with its Idempotency-Key it stays one',
    body: Type.Object({ user_id: Id, service_id: Id, currency: CurrencyCode, amount: AmountPaid, reason }),
    answer: Type.Object({ id: Id }),
    refusals: [
      'already_owned',
      'payment_under_way',
      'not_sold_in_currency',
      'no_place_left',
      'above_price',
      'nothing_paid',
    ],
  },
  'POST /studio/orders/:id/refunds': {
    access,
    summary:
      'Sends back a part of what was paid, or all of it, and answers what is left; sent again with its Idempotency-Key it happens once',
    body: Type.Object({
      amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      reason: Type.Optional(reason),
      /** Instead of a reason: why it had gone back by itself, where that has failed; at most what has failed. */
      cause: Type.Optional(oneOf(refundCauses)),
    }),
    answer: Type.Object({
      left: Type.Integer(),
      state: oneOf(['done', 'waiting', 'failed']),
    }),
    refusals: ['refund_too_much', 'apple_decides', 'google_decides'],
  },
} as const
