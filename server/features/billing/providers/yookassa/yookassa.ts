import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { decimalText } from '#shared/platform/money.ts'
import { heard } from '../ask-provider.ts'
import { bodyOf, keyLifeMs } from '../askings.ts'
import { openKey, secretKey } from '../keys.ts'
import {
  type AskedCharge,
  type AskedCheckout,
  type AskedRefund,
  type Provider,
  type Receipt,
  revoked,
} from '../provider.ts'
import {
  eventBody,
  keyField,
  methodAnswer,
  methodCharge,
  minorUnits,
  paymentAnswer,
  refundAnswer,
  shopAnswer,
} from './answers.ts'
import { faultOf, isId, taken, type YooKassaClient, yooKassaClient } from './client.ts'
import { registerReceipt } from './tax-receipts.ts'
import { vatCode } from './vat.ts'

export const yooKassaKeys = Type.Object(
  {
    shopId: openKey('^\\d{1,12}$'),
    secretKey: secretKey('^(test|live)_[\\w-]+$'),
    /** The system of taxation that stands on receipts, from 1 to 6; some shops must say it. */
    taxSystem: Type.Optional(openKey('^[1-6]$')),
  },
  { additionalProperties: false },
)
type Keys = Static<typeof yooKassaKeys>
type Place = { address: string | undefined; clock(): number }
type Shop = { client: YooKassaClient; taxSystem: string | undefined; isLongAgo(askedAt: number): boolean }

/**
 * YooKassa: payments on its page, saved methods, receipts. It has no disputes in its interface, cannot close a page before its time,
 * which is about an hour, and does not sign what it tells: so nothing of that is believed but the name of the object (028).
 */
export function openYooKassa({ shopId, secretKey, taxSystem }: Keys, { address, clock }: Place): Provider {
  const client = yooKassaClient(shopId, secretKey, address)
  const shop: Shop = { client, taxSystem, isLongAgo: askedAt => clock() - askedAt >= keyLifeMs }
  return {
    signsEvents: false,
    owner: () => ownerOf(client),
    openCheckout: asked => (asked.amount === 0 ? openSaving(shop, asked) : openCheckout(shop, asked)),
    charge: asked => charge(shop, asked),
    read: client.read,
    close: client.read,
    refund: asked => refund(shop, asked),
    registerReceipt: ({ receipt, amount, currency, ...asked }) => {
      const sum = (minor: number) => ({ value: decimalText(minor, currency), currency })
      const settlements = [{ type: 'cashless', amount: sum(amount) }]
      return registerReceipt(client, asked, { ...receiptOf(receipt, sum, taxSystem), settlements })
    },
    // It keeps what was saved until its owner says otherwise to the bank; we only stop asking for it.
    forgetMethod: async () => undefined,
    readEvent(body) {
      const event = bodyOf(body)
      return Value.Check(eventBody, event)
        ? { id: `${event.event} ${event.object.id}`, object: event.object.id }
        : undefined
    },
    async referenceOf(object) {
      if (!isId(object)) return undefined
      const payment = (await client.findRefund(object))?.payment_id ?? object
      const key = (await client.findPayment(payment))?.metadata?.[keyField]
      return typeof key === 'string' ? key : undefined
    },
  }
}

async function ownerOf(client: YooKassaClient) {
  const { status, said } = await client.ask({ line: 'GET me' })
  return heard(shopAnswer, taken(status, said)).account_id
}

async function openCheckout({ client, taxSystem }: Shop, asked: AskedCheckout) {
  const { key, returnUrl: return_url, savesMethod: save_payment_method } = asked
  const description = shortText(asked.description)
  const confirmation = { type: 'redirect', return_url, locale: asked.language === 'ru' ? 'ru_RU' : 'en_US' }
  const page = { capture: true, confirmation, save_payment_method }
  const body = { ...moneyOf(asked, taxSystem), ...page, description, metadata: { [keyField]: key } }
  const { status, said } = await client.ask({ line: 'POST payments', key, body })
  return client.read(heard(paymentAnswer, taken(status, said)).id)
}

async function openSaving({ client }: Shop, { key, returnUrl: return_url, language }: AskedCheckout) {
  const confirmation = { type: 'redirect', return_url, locale: language === 'ru' ? 'ru_RU' : 'en_US' }
  const { status, said } = await client.ask({
    line: 'POST payment_methods',
    key,
    body: { type: 'bank_card', confirmation },
  })
  return client.read(methodCharge(heard(methodAnswer, taken(status, said)), key).id)
}

async function charge({ client, taxSystem, isLongAgo }: Shop, asked: AskedCharge) {
  const { key, askedAt, method: payment_method_id } = asked
  const description = shortText(asked.description)
  const known = asked.isTold || isLongAgo(askedAt) ? await client.findByKey(key, askedAt) : undefined
  if (known) return client.withRefunds(known)
  const what = { capture: true, payment_method_id, description, metadata: { [keyField]: key } }
  const body = { ...moneyOf(asked, taxSystem), ...what }
  const { status, said } = await client.ask({ line: 'POST payments', key, body })
  if (faultOf(said)?.parameter === 'payment_method_id') return revoked(key)
  return client.read(heard(paymentAnswer, taken(status, said)).id)
}

const refundStates = { succeeded: 'done', pending: 'pending', canceled: 'failed' } as const

async function refund({ client, taxSystem, isLongAgo }: Shop, asked: AskedRefund) {
  const { key, payment: payment_id, amount } = asked
  const isKnown = asked.isPending || isLongAgo(asked.askedAt)
  const before = isKnown && isId(payment_id) ? await client.refundsOf(payment_id) : []
  const own = before.filter(({ description }) => description === key)
  // One that failed long ago is asked for again; of one that was being decided on, that is the decision.
  const known = own.find(({ status }) => refundStates[status] !== 'failed') ?? (asked.isPending ? own.at(0) : undefined)
  if (known) return { id: known.id, state: refundStates[known.status], amount: minorUnits(known.amount) }
  // A refund keeps nothing of ours but its description.
  const body = { ...moneyOf(asked, taxSystem), payment_id, description: key }
  const { status, said } = await client.ask({ line: 'POST refunds', key, body })
  const isTooMuch = /^(amount|payment_id)/.test(faultOf(said)?.parameter ?? '')
  if (isTooMuch) return { id: '', state: 'failed', amount } as const
  const made = heard(refundAnswer, taken(status, said))
  return { id: made.id, state: refundStates[made.status], amount: minorUnits(made.amount) }
}

/** As much of a description as YooKassa takes: 128 characters. */
const shortText = (text: string) => Array.from(text).slice(0, 128).join('')

type Money = Pick<AskedCheckout, 'amount' | 'currency' | 'receipt'>

function moneyOf({ amount, currency, receipt }: Money, taxSystem: string | undefined) {
  const sum = (minor: number) => ({ value: decimalText(minor, currency), currency })
  return { amount: sum(amount), ...(receipt && { receipt: receiptOf(receipt, sum, taxSystem) }) }
}

function receiptOf({ email, soldAt, items }: Receipt, sum: (minor: number) => object, taxSystem: string | undefined) {
  return {
    customer: { email },
    items: items.map(({ description, amount, taxPercent }) => ({
      description: shortText(description),
      quantity: '1',
      amount: sum(amount),
      vat_code: vatCode(taxPercent, soldAt),
      payment_mode: 'full_payment',
      payment_subject: 'service',
    })),
    ...(taxSystem && { tax_system_code: Number(taxSystem) }),
  }
}
