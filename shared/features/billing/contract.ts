import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, NullableSeconds, oneOf } from '#shared/platform/schemas.ts'

/** One of the caller's subscriptions. */
export const PaymentSubscription = Type.Object({
  id: Id,
  title: Type.String(),
  status: oneOf(['Created', 'Active', 'Canceled']),
  is_lifetime: Type.Boolean(),
  /** Whether it gives access today; a canceled one does until it ends. */
  is_active: Type.Boolean(),
  is_active_status: Type.Boolean(),
  next_pay_at: NullableSeconds,
  end_date: NullableSeconds,
  course_service_type: oneOf(['main_subscription', 'general_subscription']),
})
export type PaymentSubscriptionWire = Static<typeof PaymentSubscription>

export const billing = contract({
  refusals: {},
  calls: {
    'GET /payment-subscription': {
      access: 'learner',
      summary: 'All own subscriptions, the newest first, also those that ended',
      answer: Type.Array(PaymentSubscription),
    },
  },
})
