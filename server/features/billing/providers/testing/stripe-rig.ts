import Stripe from 'stripe'
import { currencies } from '#shared/platform/money.ts'
import { openProvider } from '../open-provider.ts'
import { serveDouble } from './double-server.ts'
import type { Rig, Told } from './rig.ts'
import { StripeDouble } from './stripe-double.ts'
import { fieldsOf } from './stripe-params.ts'

const keys = { secretKey: 'sk_test_ofthisschool', webhookSecret: 'whsec_ofthisschool' }

/** Stripe’s client before a strict double of Stripe. */
export async function stripeRig(): Promise<Rig & { address: string }> {
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const double = new StripeDouble(() => Math.floor(now() / 1000))
  const server = await serveDouble(({ method, url, headers, body }) => {
    if (headers.authorization !== `Bearer ${keys.secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
    const [call, id] = callOf(method, url.pathname)
    const key = headers['idempotency-key']
    return double.answer(
      call,
      id,
      fieldsOf(method === 'POST' ? body : url.search),
      typeof key === 'string' ? key : undefined,
    )
  })
  const provider = openProvider('stripe', keys, { address: server.url, clock: now })
  return {
    provider,
    currencies: ['EUR', ...currencies],
    closesPages: true,
    takesAnotherCard: true,
    forgets: true,
    now,
    pay: async ({ id }, card = 'works') => double.pay(id, card),
    told: async () => double.events.map(event => toldBy(event, keys.webhookSecret)),
    forged: ({ body }) => ({ body, headers: toldBy(JSON.parse(body.toString()) as Event, 'whsec_ofsomebody').headers }),
    // Its client asks again once by itself when a connection breaks.
    loseAnswer: async () => void (server.next.lose = 2),
    fail: async () => void (server.next.fail = true),
    pass: async seconds => void (passedMs += seconds * 1000),
    dispute: async payment => double.dispute(payment),
    closeDispute: async (payment, outcome) => double.closeDispute(payment, outcome),
    failRefund: async () => void (double.refundStatus = 'failed'),
    holdRefunds: ends => void (double.refundStatus = refundStatuses[ends]),
    countPaid: async () => double.events.filter(({ type }) => type === 'payment_intent.succeeded').length,
    foreign: async () => 'pi_ofsomebodyelse',
    address: server.url,
    close: () => server.close(),
  }
}

const refundStatuses = { later: 'pending', sent: 'succeeded', failed: 'failed' } as const

type Event = { id: string; type: string; object: string }

/** `GET /v1/refunds/re_1` as the call’s name and its id. */
function callOf(method: string, path: string): [call: string, id: string] {
  const steps = path.replace(/^\/v1\//, '').split('/')
  const id = steps.find(step => /^(cs|pi|seti|pm|re|du|ch)_|^nothing$/.test(step)) ?? ''
  return [`${method} ${steps.map(step => (step === id ? ':id' : step)).join('/')}`, id]
}

function toldBy({ id, type, object }: Event, secret: string): Told {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: { id: object } } })
  const header = new Stripe(keys.secretKey).webhooks.generateTestHeaderString({ payload, secret })
  return { body: Buffer.from(payload), headers: { 'stripe-signature': header } }
}
