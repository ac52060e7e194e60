import Type, { type Static } from 'typebox'
import {
  DateText,
  Id,
  NullableId,
  NullableSeconds,
  NullableString,
  nullable,
  oneOf,
  Seconds,
} from '#shared/platform/schemas.ts'
import { schedulers } from './stores/app-store.ts'
import { installmentStates } from './orders/installments.ts'
import { periodUnits } from './subscriptions/periods.ts'
import { ReceiptBrief } from './orders/receipt-wire.ts'
import { serviceTypes } from './selling/service-kinds.ts'
import { orderStatuses } from './orders/order-sorts.ts'

/** Minor units of the currency beside it. */
export const Amount = Type.Integer({ description: 'minor units' })
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' })

const service = {
  id: Id,
  service_id: Id,
  type: oneOf(serviceTypes),
  title: Type.String(),
  description: Type.String(),
  price: Amount,
  currency: CurrencyCode,
  prices: Type.Array(Type.Object({ currency: CurrencyCode, amount: Amount })),
  quantity: Type.Integer(),
  order_id: NullableId,
  course_id: NullableId,
  trial_days: Type.Integer(),
  period: Type.Integer(),
  interval: oneOf(periodUnits),
  instalments: Type.Integer(),
  appstore_products: Type.Array(Type.Object({ id: Id, alias: Type.String(), code: Type.String() })),
  course: Type.Optional(nullable(Type.Object({ id: Id, title: Type.String() }))),
  /** The cohort that it would open. */
  stream: Type.Optional(
    nullable(Type.Object({ id: Id, starts_on: DateText, ends_on: DateText, has_place: Type.Boolean() })),
  ),
}

/** What a school sells. */
export const Service = Type.Object({
  ...service,
  /** The other ways to get the same course. */
  childs: Type.Optional(Type.Array(Type.Object(service))),
})
export type ServiceWire = Static<typeof Service>

const Method = Type.Object({
  id: Id,
  kind: oneOf(['card', 'other']),
  brand: Type.String(),
  last4: NullableString,
  expires_month: nullable(Type.Integer()),
  expires_year: nullable(Type.Integer()),
  /** Whether a subscription or instalments are charged to it. */
  is_in_use: Type.Boolean(),
})
export const PaymentMethod = Method
export type PaymentMethodWire = Static<typeof Method>

/** What somebody would buy, and at which terms. */
export const Checkout = Type.Object({
  service: Service,
  currency: CurrencyCode,
  price: Amount,
  discount: Type.Integer({ description: 'What the code takes off' }),
  /** Null where points buy nothing. */
  points: nullable(
    Type.Object({
      balance: Type.Integer(),
      least: Type.Integer({ description: 'How many can be spent at the least' }),
      most: Type.Integer({ description: 'And at the most, on this; 0 when none can' }),
      usual: Type.Integer({ description: 'How many are offered to be spent' }),
      spent: Type.Integer({ description: 'How many are spent at these terms' }),
      discount: Type.Integer({ description: 'What they take off' }),
      value: Type.Integer({ description: 'What 100 points take off, in minor units' }),
    }),
  ),
  total: Amount,
  tax: Type.Integer({ description: 'Contained in the total' }),
  tax_rate: Type.Integer({ description: 'Hundredths of a percent' }),
  /** What is paid today, and later on its date. */
  instalments: Type.Array(Type.Object({ amount: Amount, due_on: DateText })),
  gives: Type.Object({
    course_id: NullableId,
    course_title: NullableString,
    starts_on: nullable(DateText),
    ends_on: nullable(DateText),
    consultations: Type.Integer(),
    points: Type.Integer(),
  }),
  methods: Type.Array(Method),
  /** Whether no money moves. */
  is_sandbox: Type.Boolean(),
  /** The order of the same that waits to be paid. */
  order_id: NullableId,
  is_owned: Type.Boolean(),
})
export type CheckoutWire = Static<typeof Checkout>

export const attemptStates = ['begun', 'open', 'pending', 'confirm', 'done', 'refused', 'closed'] as const
export const refusalReasons = [
  'insufficient_funds',
  'declined',
  'expired_card',
  'stolen_card',
  'revoked',
  'authentication_required',
  'unavailable',
] as const

const Attempt = Type.Object({
  state: oneOf(attemptStates),
  refusal: nullable(oneOf(refusalReasons)),
  /** Where the learner goes on. */
  url: NullableString,
})

export const Order = Type.Object({
  id: Id,
  service_id: Id,
  type: oneOf(serviceTypes),
  title: Type.String(),
  status: oneOf(orderStatuses),
  is_open: Type.Boolean({ description: 'Whether what was bought is open' }),
  is_spare: Type.Optional(
    Type.Boolean({ description: 'Paid when its buyer had what it sells already: the money goes back' }),
  ),
  currency: CurrencyCode,
  price: Type.Integer({ description: 'Before the discount' }),
  amount: Amount,
  points_spent: Type.Integer({ description: 'With how many points it is paid' }),
  points_discount: Type.Integer({ description: 'What they take off, besides the discount' }),
  points_returned: Type.Integer({ description: 'How many of them were given back' }),
  paid: Amount,
  refunded: Amount,
  owed: Type.Integer({ description: 'What is to be paid by now' }),
  /** What paying takes now, which is one invoice; null when nothing can be paid. */
  payable: nullable(Amount),
  created_at: Seconds,
  closes_at: Seconds,
  invoices: Type.Array(
    Type.Object({ id: Id, number: Type.Integer(), amount: Amount, due_at: Seconds, paid: Amount, refunded: Amount }),
  ),
  attempt: nullable(Attempt),
  course_id: NullableId,
  /** The place that it has opened. */
  stream_id: NullableId,
  subscription_id: NullableId,
  is_sandbox: Type.Boolean(),
  /** Who charges it: the school, or the app store that sold it, which alone changes it, refunds it and issues its receipt. */
  scheduler: oneOf(schedulers),
  receipts: Type.Array(ReceiptBrief),
})
export type OrderWire = Static<typeof Order>

/** What the caller pays in parts; `id` is that of its order. */
export const Installment = Type.Object({
  id: Id,
  state: oneOf(installmentStates),
  period: Type.Integer({ description: 'How many intervals lie between two payments' }),
  interval: oneOf(periodUnits),
  next_pay_at: NullableSeconds,
  order: Order,
  cancel_popup_text: Type.Optional(NullableString),
})
export type InstallmentWire = Static<typeof Installment>

/** One of the caller's subscriptions. */
export const PaymentSubscription = Type.Object({
  id: Id,
  title: Type.String(),
  status: oneOf(['Created', 'Active', 'Canceled']),
  state: oneOf(['created', 'trial', 'active', 'past_due', 'paused', 'ending', 'ended']),
  is_lifetime: Type.Boolean(),
  /** Whether it gives access today; a cancelled one does until it ends. */
  is_active: Type.Boolean(),
  is_active_status: Type.Boolean(),
  next_pay_at: NullableSeconds,
  end_date: NullableSeconds,
  course_service_type: oneOf(['main_subscription', 'general_subscription']),
  period: nullable(Type.Integer()),
  interval: nullable(oneOf(periodUnits)),
  recurrent_payments_enabled: Type.Boolean(),
  order_id: NullableId,
  service_id: NullableId,
  /** What the next payment takes. */
  amount: nullable(Type.Integer()),
  currency: nullable(CurrencyCode),
  method: nullable(Method),
  /** Until when a cancelled one can be resumed. */
  resumable_until: NullableSeconds,
  /** Whether no money moves. */
  is_sandbox: Type.Boolean(),
  /** Who charges it; what an app store sold is changed and cancelled there alone. */
  scheduler: oneOf(schedulers),
  can: Type.Object({
    cancel: Type.Boolean(),
    resume: Type.Boolean(),
    pause: Type.Boolean(),
    change: Type.Boolean(),
    pay: Type.Boolean(),
  }),
  cancel_popup_text: Type.Optional(NullableString),
})
export type PaymentSubscriptionWire = Static<typeof PaymentSubscription>

/** Another plan for a subscription. */
export const Plan = Type.Object({
  service: Service,
  amount: Type.Integer({ description: 'What is paid now' }),
  credit: Type.Integer({ description: 'What is left of the present plan, as far as it is taken off now' }),
  left: Type.Integer({ description: 'What is left of it beyond that, for later payments' }),
  ends_on: DateText,
})
export type PlanWire = Static<typeof Plan>
