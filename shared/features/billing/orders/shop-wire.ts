import Type, { type Static } from 'typebox'
import { AuditEntry } from '#shared/features/accounts/contract.ts'
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
import { payees } from '../payments/payment-settings.ts'
import { serviceTypes } from '../selling/service-kinds.ts'
import { schedulers, stores } from '../stores/app-store.ts'
import { Amount, attemptStates, CurrencyCode, refusalReasons } from '../wire.ts'
import { orderStatuses } from './order-sorts.ts'
import { entryKinds } from './order-state.ts'
import { ReceiptBrief } from './receipt-wire.ts'

const happenings = [
  'begun',
  'paid',
  'refused',
  'missed',
  'changed',
  'paused',
  'resumed',
  'canceled',
  'stopped',
  'moved',
  'planned',
  'disputed',
  'restored',
  'told',
] as const
const Buyer = Type.Object({ id: Id, name: Type.String(), email: NullableString })
const Named = Type.Object({ id: Id, name: Type.String() })

/** An order in the list of all. */
export const ShopOrder = Type.Object({
  id: Id,
  /** Null once the person is erased. */
  buyer: nullable(Buyer),
  service_id: Id,
  type: oneOf(serviceTypes),
  title: Type.String(),
  status: oneOf(orderStatuses),
  is_open: Type.Boolean(),
  currency: CurrencyCode,
  amount: Amount,
  paid: Amount,
  refunded: Amount,
  created_at: Seconds,
})
export type ShopOrderWire = Static<typeof ShopOrder>

const Try = Type.Object({
  id: Id,
  state: oneOf(attemptStates),
  refusal: nullable(oneOf(refusalReasons)),
  is_automatic: Type.Boolean({ description: 'Charged without the learner' }),
  amount: Amount,
  provider: oneOf(payees),
  /** The card or other way, as `visa 4242`. */
  method: NullableString,
  object_id: NullableString,
  created_at: Seconds,
})

const Bill = Type.Object({
  id: Id,
  number: Type.Integer(),
  amount: Amount,
  credit: Amount,
  due_at: Seconds,
  starts_on: nullable(DateText),
  ends_on: nullable(DateText),
  /** When it is charged without the learner; null when it is not. */
  next_try_at: NullableSeconds,
  /** Whether others ask for what it asked for. */
  is_replaced: Type.Boolean(),
  attempts: Type.Array(Try),
})

/** Why money goes back by itself: more was paid than is asked for, or what was paid came too late to be used. */
export const refundCauses = ['excess', 'unused'] as const
export type RefundCause = (typeof refundCauses)[number]

/** All that is known of one order. */
export const OrderStory = Type.Object({
  ...ShopOrder.properties,
  price: Type.Integer({ description: 'Before the discount' }),
  promocode: NullableString,
  points_spent: Type.Integer({ description: 'With how many points it is paid' }),
  points_discount: Type.Integer({ description: 'What they take off, besides the discount' }),
  closes_at: Seconds,
  course_id: NullableId,
  left: Type.Integer({ description: 'What can still be sent back' }),
  invoices: Type.Array(Bill),
  entries: Type.Array(
    Type.Object({
      id: Id,
      invoice_number: Type.Integer(),
      kind: oneOf(entryKinds),
      amount: Amount,
      fee: nullable(Type.Integer()),
      /** Null for what was paid by hand. */
      provider: nullable(oneOf(payees)),
      object_id: Type.String(),
      happened_at: Seconds,
    }),
  ),
  receipts: Type.Array(ReceiptBrief),
  refunds: Type.Array(
    Type.Object({
      id: Id,
      amount: Amount,
      /** What staff wrote; empty where it has a cause. */
      reason: Type.String(),
      cause: nullable(oneOf(refundCauses)),
      state: oneOf(['begun', 'pending', 'done', 'failed']),
      actor: nullable(Named),
      created_at: Seconds,
    }),
  ),
  scheduler: oneOf(schedulers),
  /** What an app store has sold; revoked is what it has taken back. */
  bought: Type.Array(
    Type.Object({
      store: oneOf(stores),
      transaction: Type.String(),
      chain: Type.String(),
      code: Type.String(),
      revoked_at: NullableSeconds,
    }),
  ),
  /** What the provider told. */
  events: Type.Array(Type.Object({ id: Type.String(), object_id: Type.String(), received_at: Seconds })),
  subscription: nullable(
    Type.Object({
      id: Id,
      state: oneOf(['created', 'trial', 'active', 'past_due', 'paused', 'ending', 'ended']),
      paid_until: nullable(DateText),
      next_charge_on: nullable(DateText),
      history: Type.Array(
        Type.Object({
          kind: oneOf(happenings),
          on: DateText,
          /** Why a charge was refused. */
          refusal: nullable(oneOf(refusalReasons)),
          /** What the learner wrote on canceling. */
          reason: NullableString,
        }),
      ),
    }),
  ),
  audit: Type.Array(AuditEntry),
})
export type OrderStoryWire = Static<typeof OrderStory>

/** A service with what staff know of it. */
export const ShopService = Type.Object({
  id: Id,
  title: Type.String(),
  type: oneOf(serviceTypes),
  prices: Type.Array(Type.Object({ currency: CurrencyCode, amount: Amount })),
  is_extension: Type.Boolean({ description: 'Sold to who has a place in its course alone' }),
  is_hidden: Type.Boolean(),
  is_archived: Type.Boolean(),
})
export type ShopServiceWire = Static<typeof ShopService>
