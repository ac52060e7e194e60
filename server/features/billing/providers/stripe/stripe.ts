import Stripe from 'stripe'
import Type, { type Static } from 'typebox'
import { keyLifeMs } from '../askings.ts'
import { secretKey } from '../keys.ts'
import {
  type AskedCharge,
  type AskedCheckout,
  type AskedRefund,
  type Charge,
  neverOpened,
  type Provider,
  ProviderRefused,
  revoked,
} from '../provider.ts'
import { disputesOf, intentCharge, keyField, refundState, refundsOf, sessionCharge, whole } from './answers.ts'
import { asked, isMissing, stripeClient, translated } from './client.ts'

export const stripeKeys = Type.Object(
  {
    secretKey: secretKey('^(sk|rk)_(test|live)_\\w+$'),
    /** Stripe gives it away once it knows where its events go. */
    webhookSecret: Type.Optional(secretKey('^whsec_\\w+$')),
  },
  { additionalProperties: false },
)

type Place = { address: string | undefined; clock(): number }

const ofIntent = ['latest_charge.balance_transaction', 'payment_method']
const ofSession = [...ofIntent.map(part => `payment_intent.${part}`), 'setup_intent.payment_method']

/** Stripe: a page of its Checkout, charges without their owner, refunds, disputes. Its billing is not used (028). */
export function openStripe(
  { secretKey, webhookSecret }: Static<typeof stripeKeys>,
  { address, clock }: Place,
): Provider {
  const stripe = stripeClient(secretKey, address)
  const isLongAgo = (askedAt: number) => clock() - askedAt >= keyLifeMs
  const read = (id: string) => readCharge(stripe, id)
  return {
    signsEvents: true,
    // Trial and live keys of one account see different payments.
    owner: async () => `${(await asked(stripe.accounts.retrieveCurrent())).id} ${secretKey.split('_')[1]}`,
    openCheckout: wanted => openCheckout(stripe, wanted),
    charge: wanted => charge(stripe, wanted, wanted.isTold || isLongAgo(wanted.askedAt)),
    read,
    async close(id) {
      try {
        await stripe.checkout.sessions.expire(id)
      } catch (error) {
        // One that is paid or closed already cannot be closed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw translated(error)
      }
      return read(id)
    },
    refund: wanted => refund(stripe, wanted, wanted.isPending || isLongAgo(wanted.askedAt)),
    async forgetMethod(token) {
      try {
        await stripe.paymentMethods.detach(token.split('/')[1] ?? '')
      } catch (error) {
        // It is gone, or belongs to nobody any more.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw translated(error)
      }
    },
    readEvent(body, headers, now) {
      if (webhookSecret === undefined) return undefined
      try {
        const header = headers['stripe-signature'] ?? ''
        const event = stripe.webhooks.constructEvent(body, header, webhookSecret, 300, undefined, now)
        const object = event.data.object as { id?: unknown }
        return typeof object.id === 'string' ? { id: event.id, object: object.id } : undefined
      } catch {
        return undefined
      }
    },
    referenceOf: object => referenceOf(stripe, object),
  }
}

async function openCheckout(stripe: Stripe, wanted: AskedCheckout): Promise<Charge> {
  try {
    const made = await stripe.checkout.sessions.create(sessionParams(wanted), { idempotencyKey: wanted.key })
    // An answer that Stripe repeats says how it was then.
    return await readCharge(stripe, made.id)
  } catch (error) {
    // A page has to have half an hour left. One that had been opened with this key would have been answered again.
    const isTooLate = error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'expires_at'
    if (isTooLate) return neverOpened(wanted.key)
    throw translated(error)
  }
}

function sessionParams(wanted: AskedCheckout): Stripe.Checkout.SessionCreateParams {
  const { key, askedAt, amount, description, email, language, returnUrl, cancelUrl, savesMethod } = wanted
  const currency = wanted.currency.toLowerCase()
  const metadata = { [keyField]: key }
  const page = {
    currency,
    metadata,
    client_reference_id: key,
    customer_email: email,
    locale: language,
    success_url: returnUrl,
    cancel_url: cancelUrl,
    // Counted from the first asking, so that asking again says the same.
    expires_at: Math.floor(askedAt / 1000) + wanted.expiresInSeconds,
  }
  const setup = { setup_intent_data: { metadata, description } }
  if (amount === 0) return { ...page, ...setup, mode: 'setup', customer_creation: 'always' }
  const price_data = { currency, unit_amount: amount, product_data: { name: description } }
  return {
    ...page,
    mode: 'payment',
    customer_creation: savesMethod ? 'always' : 'if_required',
    // What is paid is what was asked for, in the same currency.
    adaptive_pricing: { enabled: false },
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: { metadata, description, ...(savesMethod && { setup_future_usage: 'off_session' }) },
  }
}

async function charge(stripe: Stripe, wanted: AskedCharge, isKnown: boolean): Promise<Charge> {
  const { key, amount, currency, description } = wanted
  const query = `metadata['${keyField}']:'${key}'`
  const known = isKnown ? (await asked(stripe.paymentIntents.search({ query }))).data.at(0) : undefined
  if (known) return readCharge(stripe, known.id)
  const [customer = '', payment_method = ''] = wanted.method.split('/')
  const money = { amount, currency: currency.toLowerCase(), description, metadata: { [keyField]: key } }
  const whose = { customer, payment_method, off_session: true, confirm: true }
  try {
    const made = await stripe.paymentIntents.create({ ...money, ...whose }, { idempotencyKey: key })
    return await readCharge(stripe, made.id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // A refused card is an error that carries the payment.
    if (error.payment_intent) return readCharge(stripe, error.payment_intent.id)
    if (error.param === 'payment_method' || error.param === 'customer') return revoked(key)
    throw translated(error)
  }
}

async function readCharge(stripe: Stripe, id: string): Promise<Charge> {
  if (/^cs_\w+$/.test(id)) {
    const session = await asked(stripe.checkout.sessions.retrieve(id, { expand: ofSession }))
    return sessionCharge(session, await moneyBack(stripe, whole(session.payment_intent)))
  }
  if (!/^pi_\w+$/.test(id)) throw new ProviderRefused('Stripe knows no such object')
  const intent = await asked(stripe.paymentIntents.retrieve(id, { expand: ofIntent }))
  return intentCharge(intent, await moneyBack(stripe, intent))
}

async function moneyBack(stripe: Stripe, intent: Stripe.PaymentIntent | undefined) {
  const charge = whole(intent?.latest_charge)
  const of = { payment_intent: intent?.id, limit: 100 }
  // Of those that failed nothing counts as refunded any more.
  const refunds = charge ? (await asked(stripe.refunds.list(of))).data : []
  const disputes = charge?.disputed ? (await asked(stripe.disputes.list(of))).data : []
  return { refunds: refundsOf(refunds), disputes: disputesOf(disputes) }
}

async function refund(stripe: Stripe, { key, payment, amount, isPending }: AskedRefund, isKnown: boolean) {
  const before = isKnown ? (await asked(stripe.refunds.list({ payment_intent: payment, limit: 100 }))).data : []
  const own = before.filter(({ metadata }) => metadata?.[keyField] === key)
  // One that failed long ago is asked for again; of one that was being decided on, that is the decision.
  const known = own.find(({ status }) => refundState(status) !== 'failed') ?? (isPending ? own.at(0) : undefined)
  try {
    const params = { payment_intent: payment, amount, metadata: { [keyField]: key } }
    const made = known ?? (await stripe.refunds.create(params, { idempotencyKey: key }))
    return { id: made.id, state: refundState(made.status), amount: made.amount }
  } catch (error) {
    const isTooMuch = error instanceof Stripe.errors.StripeInvalidRequestError && isRefundFault(error)
    if (isTooMuch) return { id: '', state: 'failed', amount } as const
    throw translated(error)
  }
}

const isRefundFault = ({ code, param }: Stripe.errors.StripeInvalidRequestError) =>
  param === 'amount' || code === 'charge_already_refunded' || code === 'charge_disputed'

/** The key in the payment, or page, that an object belongs to. */
async function referenceOf(stripe: Stripe, object: string): Promise<string | undefined> {
  const [kind] = /^(?:cs|pi|seti|re|pyr|du|dp|ch|py)(?=_\w+$)/.exec(object) ?? []
  try {
    if (kind === undefined) return undefined
    if (kind === 'cs') return (await stripe.checkout.sessions.retrieve(object)).metadata?.[keyField]
    if (kind === 'seti') return (await stripe.setupIntents.retrieve(object)).metadata?.[keyField]
    if (kind === 'pi') return (await stripe.paymentIntents.retrieve(object)).metadata[keyField]
    const expand = ['payment_intent']
    const found = await retrieveOf(stripe, kind)(object, { expand })
    return whole(found.payment_intent)?.metadata[keyField]
  } catch (error) {
    if (isMissing(error)) return undefined
    throw translated(error)
  }
}

type OfIntent = { payment_intent: string | Stripe.PaymentIntent | null }

function retrieveOf(stripe: Stripe, kind: string): (id: string, params: { expand: string[] }) => Promise<OfIntent> {
  if (kind === 're' || kind === 'pyr') return (id, params) => stripe.refunds.retrieve(id, params)
  if (kind === 'du' || kind === 'dp') return (id, params) => stripe.disputes.retrieve(id, params)
  return (id, params) => stripe.charges.retrieve(id, params)
}
