import type Stripe from 'stripe'
import Type, { type TProperties, type TSchema } from 'typebox'
import { oneOf } from '#shared/platform/schemas.ts'

/** The fields that the package's own types know; another one does not compile. */
type Fields<Params> = { [Name in keyof Params]?: TSchema }
type Create = Stripe.Checkout.SessionCreateParams

const strict = <Own extends TProperties>(properties: Own) => Type.Object(properties, { additionalProperties: false })
const text = (maxLength = 500) => Type.String({ minLength: 1, maxLength })
const digits = Type.String({ pattern: '^[1-9]\\d{0,7}$' })
const seconds = Type.String({ pattern: '^\\d{10}$' })
const yes = oneOf(['true'])
const address = Type.String({ pattern: '^https?://' })
const metadata = Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 500 })))
const expand = Type.Optional(Type.Array(text(), { maxItems: 20 }))
const currency = Type.String({ pattern: '^[a-z]{3}$' })
const of = (prefix: string) => Type.String({ pattern: `^${prefix}_\\w+$` })

const page = {
  currency: Type.Optional(currency),
  metadata,
  client_reference_id: Type.Optional(text(200)),
  customer_email: Type.Optional(Type.String({ pattern: '^\\S+@\\S+$', maxLength: 512 })),
  customer_creation: Type.Optional(oneOf(['always', 'if_required'])),
  locale: Type.Optional(oneOf(['auto', 'en', 'es', 'ru'])),
  success_url: address,
  cancel_url: Type.Optional(address),
  expires_at: Type.Optional(seconds),
} satisfies Fields<Create>

const product_data = strict({
  name: text(250),
} satisfies Fields<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>)
const price_data = strict({
  currency,
  unit_amount: digits,
  product_data,
} satisfies Fields<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>)
const lineItem = strict({
  quantity: oneOf(['1']),
  price_data,
} satisfies Fields<Stripe.Checkout.SessionCreateParams.LineItem>)
const usage = Type.Optional(oneOf(['off_session', 'on_session']))
const intentData = {
  metadata,
  description: Type.Optional(text(1000)),
  setup_future_usage: usage,
} satisfies Fields<Stripe.Checkout.SessionCreateParams.PaymentIntentData>
const setupData = {
  metadata,
  description: Type.Optional(text(1000)),
} satisfies Fields<Stripe.Checkout.SessionCreateParams.SetupIntentData>

/** What each call takes, as it comes in a form: by method and address. */
export const stripeParams: Record<string, TSchema> = {
  'POST checkout/sessions': Type.Union([
    strict({
      ...page,
      mode: oneOf(['payment']),
      adaptive_pricing: Type.Optional(strict({ enabled: oneOf(['true', 'false']) })),
      line_items: Type.Array(lineItem, { minItems: 1, maxItems: 100 }),
      payment_intent_data: Type.Optional(strict(intentData)),
    } satisfies Fields<Create>),
    strict({
      ...page,
      mode: oneOf(['setup']),
      setup_intent_data: Type.Optional(strict(setupData)),
    } satisfies Fields<Create>),
  ]),
  'GET account': strict({} satisfies Fields<Stripe.AccountRetrieveCurrentParams>),
  'GET checkout/sessions/:id': strict({ expand } satisfies Fields<Stripe.Checkout.SessionRetrieveParams>),
  'POST checkout/sessions/:id/expire': strict({ expand } satisfies Fields<Stripe.Checkout.SessionExpireParams>),
  'POST payment_intents': strict({
    amount: digits,
    currency,
    description: Type.Optional(text(1000)),
    metadata,
    customer: of('cus'),
    payment_method: of('pm'),
    off_session: yes,
    confirm: yes,
  } satisfies Fields<Stripe.PaymentIntentCreateParams>),
  'GET payment_intents/search': strict({
    query: Type.String({ pattern: `^metadata\\['kurso_key'\\]:'[\\w-]+'$` }),
  } satisfies Fields<Stripe.PaymentIntentSearchParams>),
  'GET payment_intents/:id': strict({ expand } satisfies Fields<Stripe.PaymentIntentRetrieveParams>),
  'GET setup_intents/:id': strict({ expand } satisfies Fields<Stripe.SetupIntentRetrieveParams>),
  'POST payment_methods/:id/detach': strict({} satisfies Fields<Stripe.PaymentMethodDetachParams>),
  'GET charges/:id': strict({ expand } satisfies Fields<Stripe.ChargeRetrieveParams>),
  'POST refunds': strict({
    payment_intent: of('pi'),
    amount: digits,
    metadata,
  } satisfies Fields<Stripe.RefundCreateParams>),
  'GET refunds/:id': strict({ expand } satisfies Fields<Stripe.RefundRetrieveParams>),
  'GET refunds': strict({ payment_intent: of('pi'), limit: digits } satisfies Fields<Stripe.RefundListParams>),
  'GET disputes/:id': strict({ expand } satisfies Fields<Stripe.DisputeRetrieveParams>),
  'GET disputes': strict({ payment_intent: of('pi'), limit: digits } satisfies Fields<Stripe.DisputeListParams>),
}

/** A form's fields as objects and lists: `a[b][0]=c`. */
export function fieldsOf(form: string): unknown {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const steps = name.split(/[[\]]+/).filter(step => step !== '')
    let at = root
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[steps.at(-1) ?? ''] = value
  }
  return listsIn(root)
}

function listsIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, listsIn(part)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries)
}
