import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { accountIdOf } from '../sandbox/accounts.ts'
import { heard } from './ask-provider.ts'
import { bodyOf, isSigned, keyLifeMs } from './askings.ts'
import { secretKey } from './keys.ts'
import { type AskedCharge, type AskedCheckout, type AskedRefund, type Provider, revoked } from './provider.ts'
import { checkoutAnswer, eventBody, paymentAnswer, paymentCharge, refundAnswer } from './sandbox-answers.ts'
import { codeOf, type SandboxClient, sandboxClient, taken } from './sandbox-client.ts'

export const sandboxKeys = Type.Object(
  { key: secretKey(), signingSecret: secretKey() },
  { additionalProperties: false },
)

type Place = { address: string; clock(): number }

/** The trial provider, which moves no money; it is asked at `address`, on this machine or its network. */
export function openSandboxProvider(keys: Static<typeof sandboxKeys>, { address, clock }: Place): Provider {
  const client = sandboxClient(keys.key, address)
  const isLongAgo = (askedAt: number) => clock() - askedAt >= keyLifeMs
  return {
    async owner() {
      const { status, said } = await client.ask({ line: 'GET /v1/payments?reference=nothing' })
      taken(status, said)
      return accountIdOf(keys.key)
    },
    signsEvents: true,
    openCheckout: asked => openCheckout(client, asked),
    charge: asked => charge(client, asked, asked.isTold || isLongAgo(asked.askedAt)),
    read: client.read,
    async close(id) {
      const path = encodeURIComponent(id)
      const line = id.startsWith('chk_') ? `checkouts/${path}/expire` : `payments/${path}/cancel`
      const { status, said } = await client.ask({ line: `POST /v1/${line}` })
      if (!isDecided(codeOf(said))) taken(status, said)
      return client.read(id)
    },
    refund: asked => refund(client, asked, asked.isPending || isLongAgo(asked.askedAt)),
    async forgetMethod(token) {
      const { status, said } = await client.ask({ line: `DELETE /v1/methods/${encodeURIComponent(token)}` })
      if (status !== 404) taken(status, said)
    },
    readEvent(body, headers, now) {
      if (!isSigned(body, headers['sandbox-signature'], keys.signingSecret, now)) return undefined
      const event = bodyOf(body)
      return Value.Check(eventBody, event) ? { id: event.id, object: event.object.id } : undefined
    },
    referenceOf: object => referenceOf(client, object),
  }
}

const isDecided = (code: string | undefined) => code === 'already_complete' || code === 'already_decided'

async function openCheckout(client: SandboxClient, asked: AskedCheckout) {
  const { key, amount, currency, description, email, language } = asked
  const { returnUrl: return_url, cancelUrl: cancel_url, savesMethod: save_method } = asked
  const what = amount > 0 ? { mode: 'payment', amount } : { mode: 'setup' }
  const page = { save_method, return_url, cancel_url, language, email, expires_in: asked.expiresInSeconds }
  const body = { ...what, currency, description, reference: key, ...page }
  const { status, said } = await client.ask({ line: 'POST /v1/checkouts', key, body })
  return client.read(heard(checkoutAnswer, taken(status, said)).id)
}

async function charge(client: SandboxClient, asked: AskedCharge, isKnown: boolean) {
  const { key, amount, currency, description, method } = asked
  const known = isKnown ? await client.findByReference(key) : undefined
  if (known) return paymentCharge(known)
  const body = { amount, currency, description, method, reference: key }
  const { status, said } = await client.ask({ line: 'POST /v1/payments', key, body })
  if (status === 404 || codeOf(said) === 'method_gone') return revoked(key)
  return paymentCharge(heard(paymentAnswer, taken(status, said)))
}

const refundStates = { succeeded: 'done', failed: 'failed' } as const

async function refund(client: SandboxClient, { key, payment, amount }: AskedRefund, isKnown: boolean) {
  const before = isKnown ? await client.findPayment(payment) : undefined
  const known = before?.refunds.find(({ reference }) => reference === key)
  if (known) return { id: known.id, state: refundStates[known.status], amount: known.amount }
  const body = { payment, amount, reference: key }
  const { status, said } = await client.ask({ line: 'POST /v1/refunds', key, body })
  const isTooMuch = ['amount_too_large', 'not_refundable'].includes(codeOf(said) ?? '')
  if (isTooMuch) return { id: '', state: 'failed', amount } as const
  const made = heard(refundAnswer, taken(status, said))
  return { id: made.id, state: refundStates[made.status], amount: made.amount }
}

async function referenceOf(client: SandboxClient, object: string): Promise<string | undefined> {
  const path = encodeURIComponent(object)
  if (object.startsWith('chk_')) return (await client.find(`checkouts/${path}`, checkoutAnswer))?.reference
  if (object.startsWith('pay_')) return (await client.findPayment(object))?.reference
  if (!object.startsWith('ref_')) return undefined
  const refund = await client.find(`refunds/${path}`, refundAnswer)
  return refund && (await client.find(`payments/${refund.payment}`, paymentAnswer))?.reference
}
