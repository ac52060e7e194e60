import Type, { type Static } from 'typebox'
import { endReasons } from '#shared/features/billing/subscriptions/cancel-reasons.ts'
import { Amount, CurrencyCode } from '#shared/features/billing/wire.ts'
import { DateText, Id, oneOf } from '#shared/platform/schemas.ts'
import { spanNames } from './rules.ts'

const count = Type.Integer({ minimum: 0 })

/** What came in and went back of one currency. */
const Takings = Type.Object({
  orders: Type.Integer({ minimum: 0, description: 'Orders for which money came in' }),
  gross: Amount,
  refunds: Amount,
  chargebacks: Type.Integer({ description: 'What banks took back, less what they returned; minor units' }),
})
export type TakingsWire = Static<typeof Takings>

/** The figures stand in the order of the spans. */
const Sales = Type.Object({
  spans: Type.Array(DateText),
  sums: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      is_sandbox: Type.Boolean({ description: 'Whether no money moved' }),
      spans: Type.Array(Takings),
      services: Type.Array(Type.Object({ service_id: Id, ...Takings.properties })),
    }),
  ),
})
export type SalesWire = Static<typeof Sales>

const Subscriptions = Type.Object({
  spans: Type.Array(DateText),
  sums: Type.Array(
    Type.Object({
      is_sandbox: Type.Boolean({ description: 'Whether no money moved' }),
      spans: Type.Array(
        Type.Object({
          begun: count,
          /** At the end of the span, as the two after it; in grace means that a payment is past due. */
          active: count,
          past_due: count,
          paused: count,
          ended: count,
        }),
      ),
      ends: Type.Array(Type.Object({ starts_on: DateText, reason: oneOf(endReasons), count })),
    }),
  ),
})
export type SubscriptionsWire = Static<typeof Subscriptions>

const query = Type.Object({ by: Type.Optional(oneOf(spanNames)), service_id: Type.Optional(Id) })

/** What is sold: in figures, by the calendar of the reader. */
export const moneyCalls = {
  'GET /studio/figures/sales': {
    access: 'admin',
    summary: 'What came in and went back by day, week or month, and by service; each currency for itself',
    query,
    answer: Sales,
  },
  'GET /studio/figures/subscriptions': {
    access: 'admin',
    summary: 'Subscriptions that began, went on and ended by day, week or month, and why they ended',
    query,
    answer: Subscriptions,
  },
} as const
