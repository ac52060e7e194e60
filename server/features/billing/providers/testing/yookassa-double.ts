import { randomUUID } from 'node:crypto'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { oneOf } from '#shared/platform/schemas.ts'
import type { TrialCard } from './rig.ts'
import { customer, item, money, receiptBody, strict, YooKassaReceipts } from './yookassa-receipts.ts'

type Answer = { status: number; body: object }

const receipt = Type.Optional(
  strict({
    customer,
    items: Type.Array(item, { minItems: 1, maxItems: 100 }),
    tax_system_code: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
  }),
)
const confirmation = strict({
  type: oneOf(['redirect']),
  return_url: Type.String({ pattern: '^https?://', maxLength: 2048 }),
  locale: Type.Optional(oneOf(['ru_RU', 'en_US'])),
})
const description = Type.Optional(Type.String({ maxLength: 128 }))
const metadata = Type.Optional(
  Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 512 }), { maxProperties: 16 }),
)

const paymentBody = strict({
  amount: money,
  description,
  metadata,
  receipt,
  capture: Type.Optional(Type.Boolean()),
  confirmation: Type.Optional(confirmation),
  save_payment_method: Type.Optional(Type.Boolean()),
  payment_method_id: Type.Optional(Type.String()),
})
const refundBody = strict({
  amount: money,
  payment_id: Type.String(),
  description: Type.Optional(Type.String({ maxLength: 250 })),
  receipt,
})
const methodBody = strict({ type: oneOf(['bank_card']), confirmation })

type PaymentBody = Static<typeof paymentBody>
type Payment = PaymentBody & {
  id: string
  status: 'pending' | 'succeeded' | 'canceled'
  reason?: string
  created: number
  method?: { id: string; saved: boolean }
}
type Refund = Static<typeof refundBody> & { id: string; created: number }
type Method = { id: string; status: 'pending' | 'active'; card: TrialCard }

const hour = 3600
const keyLife = 24 * hour
const missing: Answer = { status: 404, body: { type: 'error', code: 'not_found', description: 'None' } }
const invalid = (parameter: string): Answer => ({
  status: 400,
  body: { type: 'error', code: 'invalid_request', parameter },
})

/** Why a card is not taken, on the page and later. */
const reasons: Record<TrialCard, { here?: string; later?: string }> = {
  works: {},
  confirmed: {},
  noFunds: { here: 'insufficient_funds' },
  expired: { here: 'card_expired' },
  stolen: { here: 'payment_method_restricted' },
  noFundsLater: { later: 'insufficient_funds' },
  confirmsLater: { later: '3d_secure_failed' },
}
const kopecks = ({ value }: { value: string }) => Math.round(Number(value) * 100)
const rubles = (amount: number) => ({ value: (amount / 100).toFixed(2), currency: 'RUB' })

/** YooKassa as the school sees it; it refuses fields and values that its reference does not name. `now` in Unix seconds. */
export class YooKassaDouble {
  readonly payments = new Map<string, Payment>()
  readonly methods = new Map<string, Method>()
  readonly refunds: Refund[] = []
  readonly events: { event: string; id: string }[] = []
  readonly receipts = new YooKassaReceipts()
  /** What was last asked for, as it came. */
  lastBody: unknown
  readonly #known = new Map<string, { said: string; at: number; made: () => Answer }>()
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }

  answer(method: string, path: string, query: URLSearchParams, body: unknown, key: string | undefined): Answer {
    if (method === 'POST') return this.#once(path, body, key)
    const [, kind = '', id] = /^\/v3\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? []
    if (kind === 'me') return { status: 200, body: { account_id: '100500', status: 'enabled', test: true } }
    if (kind === 'payments') return id === undefined ? this.#listPayments(query) : this.#seen(this.payments.get(id))
    if (kind === 'refunds' && id === undefined) return this.#listRefunds(query)
    const refund = this.refunds.find(refund => refund.id === id)
    if (kind === 'refunds')
      return refund ? { status: 200, body: { ...refundView(refund), ...this.receipts.seen(refund.id) } } : missing
    if (kind === 'receipts') return { status: 200, body: { type: 'list', items: this.receipts.listOf(query) } }
    const saved = kind === 'payment_methods' && this.methods.get(id ?? '')
    return saved ? { status: 200, body: methodView(saved) } : missing
  }

  #once(path: string, body: unknown, key: string | undefined): Answer {
    if (key === undefined || key.length > 64) return invalid('Idempotence-Key')
    this.lastBody = body
    const said = JSON.stringify([path, body])
    const known = this.#known.get(key)
    if (known && known.at + keyLife > this.#now())
      return known.said === said ? known.made() : invalid('Idempotence-Key')
    const made = this.#make(path, body)
    this.#known.set(key, { said, at: this.#now(), made })
    return made()
  }

  #make(path: string, body: unknown): () => Answer {
    const of = <Schema extends TSchema>(schema: Schema, make: (asked: Static<Schema>) => () => Answer) => {
      if (Value.Check(schema, body)) return make(body)
      const [first] = Value.Errors(schema, body)
      return () => invalid(first?.instancePath.slice(1).replaceAll('/', '.') ?? '')
    }
    if (path === '/v3/payments') return of(paymentBody, asked => this.#pay(asked))
    if (path === '/v3/refunds') return of(refundBody, asked => this.#refund(asked))
    if (path === '/v3/receipts')
      return of(receiptBody, asked => {
        const sent = this.receipts.send(asked)
        return () => (sent ? { status: 200, body: sent } : invalid(`${asked.type}_id`))
      })
    return of(methodBody, () => {
      const saved: Method = { id: randomUUID(), status: 'pending', card: 'works' }
      this.methods.set(saved.id, saved)
      return () => ({ status: 200, body: methodView(saved) })
    })
  }

  #pay(asked: PaymentBody): () => Answer {
    const saved = this.methods.get(asked.payment_method_id ?? '')
    if (asked.payment_method_id === undefined && !asked.confirmation) return () => invalid('confirmation')
    if (asked.payment_method_id !== undefined && !saved) return () => invalid('payment_method_id')
    const items = asked.receipt?.items ?? []
    const sum = items.reduce((sum, { amount }) => sum + kopecks(amount), 0)
    if (items.length > 0 && sum !== kopecks(asked.amount)) return () => invalid('receipt.items')
    const payment: Payment = { ...asked, id: randomUUID(), status: 'pending', created: this.#now() }
    this.payments.set(payment.id, payment)
    if (asked.receipt) this.receipts.register(payment.id)
    if (saved) this.#settle(payment, reasons[saved.card].later, { id: saved.id, saved: true })
    return () => this.#seen(payment)
  }

  /** What a learner does on the page of a payment or of a method. */
  press(id: string, card: TrialCard) {
    const saving = this.methods.get(id)
    if (saving) {
      Object.assign(saving, { card, status: reasons[card].here ? 'pending' : 'active' })
      if (saving.status === 'active') this.events.push({ event: 'payment_method.active', id })
    }
    const payment = this.payments.get(id)
    if (!payment) return
    this.#end(payment)
    if (payment.status !== 'pending') return
    const method = { id: randomUUID(), saved: payment.save_payment_method === true }
    if (method.saved) this.methods.set(method.id, { id: method.id, status: 'active', card })
    this.#settle(payment, reasons[card].here, method)
  }

  #settle(payment: Payment, reason: string | undefined, method: { id: string; saved: boolean }) {
    const status = reason === undefined ? 'succeeded' : 'canceled'
    Object.assign(payment, { status, reason, method })
    this.events.push({ event: `payment.${status}`, id: payment.id })
  }

  #end(payment: Payment) {
    if (payment.status === 'pending' && payment.created + hour <= this.#now())
      Object.assign(payment, { status: 'canceled', reason: 'expired_on_confirmation' })
  }

  #refund(asked: Static<typeof refundBody>): () => Answer {
    const payment = this.payments.get(asked.payment_id)
    if (payment?.status !== 'succeeded') return () => invalid('payment_id')
    if (kopecks(asked.amount) > kopecks(payment.amount) - this.#refunded(payment)) return () => invalid('amount')
    const refund = { ...asked, id: randomUUID(), created: this.#now() }
    this.refunds.unshift(refund)
    if (asked.receipt) this.receipts.register(refund.id)
    this.events.push({ event: 'refund.succeeded', id: refund.id })
    return () => ({ status: 200, body: refundView(refund) })
  }

  #refunded({ id }: Payment): number {
    return this.refunds.reduce((sum, { payment_id, amount }) => sum + (payment_id === id ? kopecks(amount) : 0), 0)
  }

  #listPayments(query: URLSearchParams): Answer {
    const bound = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') / 1000 || otherwise
    const [from, to] = [bound('created_at.gte', 0), bound('created_at.lte', Number.POSITIVE_INFINITY)]
    const found = [...this.payments.values()].reverse().filter(({ created }) => created >= from && created <= to)
    // Short pages, so that turning them is tried.
    const begin = Number(query.get('cursor') ?? 0)
    const next = begin + 5 < found.length ? { next_cursor: String(begin + 5) } : {}
    const items = found.slice(begin, begin + 5).map(payment => this.#seen(payment).body)
    return { status: 200, body: { type: 'list', items, ...next } }
  }

  #listRefunds(query: URLSearchParams): Answer {
    const items = this.refunds.filter(({ payment_id }) => payment_id === query.get('payment_id')).map(refundView)
    return { status: 200, body: { type: 'list', items } }
  }

  #seen(payment: Payment | undefined): Answer {
    if (!payment) return missing
    this.#end(payment)
    const { id, status, reason, amount, metadata, created, method, confirmation } = payment
    const isPaid = status === 'succeeded'
    const page = {
      type: 'redirect',
      return_url: confirmation?.return_url,
      confirmation_url: `https://yoomoney.test/${id}`,
    }
    const body = {
      id,
      status,
      paid: isPaid,
      amount,
      ...(isPaid && { income_amount: rubles(kopecks(amount) - Math.max(1, Math.round(kopecks(amount) * 0.035))) }),
      refunded_amount: rubles(this.#refunded(payment)),
      metadata,
      created_at: new Date(created * 1000).toISOString(),
      ...(isPaid && { captured_at: new Date(created * 1000).toISOString() }),
      ...(status === 'pending' && confirmation && { confirmation: page }),
      ...(isPaid && this.receipts.seen(id)),
      ...(method && { payment_method: { type: 'bank_card', ...method, card } }),
      ...(reason && { cancellation_details: { party: 'payment_network', reason } }),
    }
    return { status: 200, body }
  }
}

const card = { first6: '555555', last4: '4444', expiry_month: '12', expiry_year: '2040', card_type: 'MasterCard' }

function refundView({ id, payment_id, amount, description, created }: Refund) {
  return {
    id,
    payment_id,
    status: 'succeeded',
    amount,
    description,
    created_at: new Date(created * 1000).toISOString(),
  }
}

function methodView({ id, status }: Method) {
  const isActive = status === 'active'
  const page = { confirmation: { type: 'redirect', confirmation_url: `https://yoomoney.test/${id}` } }
  return { type: 'bank_card', id, status, saved: isActive, ...(isActive ? { card } : page) }
}
