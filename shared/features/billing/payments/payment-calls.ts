import Type, { type Static } from 'typebox'
import {
  DateText,
  Id,
  Lines,
  NullableSeconds,
  NullableString,
  nullable,
  oneOf,
  Seconds,
} from '#shared/platform/schemas.ts'
import { mostAmount } from '#shared/platform/money.ts'
import { payees, providers } from './payment-settings.ts'
import { orderStatuses } from '../orders/order-sorts.ts'
import { Amount, CurrencyCode, refusalReasons } from '../wire.ts'

const access = 'admin' as const
const keyText = Type.Optional(
  Type.String({ maxLength: 500, description: 'Kept as it is when it is left out or empty; never answered' }),
)
const aTry = { requests: 30, seconds: 60 }

/** A test charge of the account that takes the money, with what has arrived of it. */
const PaymentTest = Type.Object({
  order_id: Id,
  amount: Amount,
  currency: CurrencyCode,
  status: oneOf(orderStatuses),
  /** Why the last card was not taken, or the charge not at all. */
  refusal: nullable(oneOf(refusalReasons)),
  /** The provider's page, while it can be paid. */
  url: NullableString,
  asked_at: Seconds,
  /** When the browser came back from it. */
  returned_at: NullableSeconds,
  /** When the provider first told of it. */
  told_at: NullableSeconds,
  left: Type.Integer({ description: 'What can still be sent back' }),
})
export type PaymentTestWire = Static<typeof PaymentTest>

const Terms = Type.Object({
  currency: CurrencyCode,
  grace_days: Type.Integer({ minimum: 0, maximum: 60, description: 'For how long what is owed stays open' }),
  reminds_unpaid: Type.Boolean({ description: 'Whether who has not paid an order is reminded' }),
  point_values: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      amount: Type.Integer({
        minimum: 1,
        maximum: mostAmount,
        description: 'What 100 points take off, in minor units',
      }),
    }),
    { maxItems: 40, description: 'What points are worth at the checkout; in other currencies nothing' },
  ),
  seller: Type.String({ ...Lines(1000), description: 'Who sells, as on receipts: name, address, tax number' }),
})
export type BillingTermsWire = Static<typeof Terms>

const PaymentSettings = Type.Object({
  /** Null while the school takes no money. */
  account: nullable(
    Type.Object({
      provider: oneOf(providers),
      is_trial: Type.Boolean({ description: 'Moves no money' }),
      set_at: Seconds,
      /** Null when they cannot be read any more, since the server's key has changed. */
      keys: nullable(
        Type.Array(
          Type.Object({
            name: oneOf(['secret_key', 'webhook_secret', 'shop_id', 'tax_system']),
            /** Of a secret only its last four letters. */
            shown: Type.String(),
            is_secret: Type.Boolean(),
          }),
        ),
      ),
      events_url: Type.String({ description: 'Where the provider is to tell what happens' }),
      last_told_at: NullableSeconds,
    }),
  ),
  is_sandbox_offered: Type.Boolean(),
  terms: Terms,
  test: nullable(PaymentTest),
})
export type PaymentSettingsWire = Static<typeof PaymentSettings>

/** What came in and went back by one provider, in one currency, on one day; chargebacks that were reversed are not in it. */
const Reconciled = Type.Object({
  date: DateText,
  /** Null for what was paid by hand. */
  provider: nullable(oneOf(payees)),
  currency: CurrencyCode,
  gross: Amount,
  fee: Type.Integer({ description: 'As far as the provider has told it' }),
  refund: Amount,
  chargeback: Amount,
})
export type ReconciledWire = Static<typeof Reconciled>

/** Who takes the school's money, for its administrators. */
export const paymentCalls = {
  'GET /studio/payments': {
    access,
    summary:
      'The account that takes the school’s money, without its keys, the terms of selling, and the latest test charge',
    answer: PaymentSettings,
  },
  'GET /studio/reconciliation': {
    access,
    summary: 'What a month’s ledger adds up to, by day, provider and currency',
    query: Type.Object({ month: Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' }) }),
    answer: Type.Array(Reconciled),
  },
  'PUT /studio/payments/account': {
    access,
    summary:
      'Takes the school’s money to an account from now on, once its provider has accepted the keys; the one before is kept for refunds',
    limit: aTry,
    body: Type.Object({
      provider: oneOf(providers),
      secret_key: keyText,
      webhook_secret: keyText,
      shop_id: keyText,
      tax_system: Type.Optional(Type.String({ maxLength: 10, description: 'From 1 to 6; none when it is empty' })),
      moves_no_money: Type.Optional(Type.Boolean({ description: 'The sandbox is chosen knowingly' })),
    }),
    answer: Type.Object({}),
    refusals: [
      'proof_needed',
      'payment_key_needed',
      'payment_key_malformed',
      'payment_key_refused',
      'payment_provider_silent',
      'sandbox_unconfirmed',
      'sandbox_off',
    ],
  },
  'DELETE /studio/payments/account': {
    access,
    summary: 'The school takes no money from now on; the account is kept for refunds',
    answer: Type.Object({}),
    refusals: ['proof_needed'],
  },
  'PUT /studio/payments/terms': {
    access,
    summary: 'The terms at which the school sells',
    body: Type.Object({
      ...Terms.properties,
      point_values: Type.Optional(Terms.properties.point_values),
      seller: Type.Optional(Terms.properties.seller),
    }),
    answer: Type.Object({}),
    refusals: ['currency_unknown', 'currency_twice'],
  },
  'POST /studio/payments/tests': {
    access,
    summary: 'Begins a small charge, which the caller pays on the provider’s page; one that waits to be paid goes on',
    limit: aTry,
    answer: Type.Object({ order_id: Id, url: NullableString }),
    refusals: ['selling_closed', 'email_needed', 'payment_provider_silent', 'order_not_payable'],
  },
  'POST /studio/payments/tests/:id/return': {
    access,
    summary: 'The browser has come back from a test charge: the provider is asked what became of it',
    answer: Type.Object({}),
    refusals: ['payment_provider_silent'],
  },
} as const
