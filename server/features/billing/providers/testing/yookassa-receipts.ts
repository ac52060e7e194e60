import { randomUUID } from 'node:crypto'
import Type, { type Static, type TProperties } from 'typebox'
import { oneOf } from '#shared/platform/schemas.ts'

export const strict = <Own extends TProperties>(properties: Own) =>
  Type.Object(properties, { additionalProperties: false })
export const money = strict({ value: Type.String({ pattern: '^\\d{1,10}\\.\\d{2}$' }), currency: oneOf(['RUB']) })
export const item = strict({
  description: Type.String({ minLength: 1, maxLength: 128 }),
  quantity: Type.String({ pattern: '^\\d+(\\.\\d{1,3})?$' }),
  amount: money,
  vat_code: Type.Integer({ minimum: 1, maximum: 12 }),
  payment_mode: oneOf([
    'full_prepayment',
    'partial_prepayment',
    'advance',
    'full_payment',
    'partial_payment',
    'credit',
  ]),
  payment_subject: oneOf(['commodity', 'service', 'payment', 'another', 'intellectual_activity']),
})
export const customer = strict({ email: Type.String({ pattern: '^\\S+@\\S+$' }) })
export const receiptBody = strict({
  type: oneOf(['payment', 'refund']),
  payment_id: Type.Optional(Type.String()),
  refund_id: Type.Optional(Type.String()),
  send: Type.Literal(true),
  customer,
  items: Type.Array(item, { minItems: 1, maxItems: 100 }),
  settlements: Type.Array(strict({ type: oneOf(['cashless']), amount: money }), { minItems: 1 }),
  tax_system_code: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
})

type Registration = 'pending' | 'succeeded' | 'canceled'

/** The receipts of the double, and what becomes of those that are sent from now on. */
export class YooKassaReceipts {
  registration: Registration = 'succeeded'
  /** Those that were sent by themselves, the newest first. */
  readonly sent: (Static<typeof receiptBody> & { id: string; status: Registration })[] = []
  readonly #registered = new Map<string, Registration>()

  /** Takes a receipt together with its payment or refund. */
  register(id: string) {
    this.#registered.set(id, this.registration)
  }

  seen(id: string) {
    const registered = this.#registered.get(id)
    return registered === undefined ? {} : { receipt_registration: registered }
  }

  listOf(query: URLSearchParams) {
    return this.sent.filter(
      ({ payment_id, refund_id }) =>
        (query.has('payment_id') && payment_id === query.get('payment_id')) ||
        (query.has('refund_id') && refund_id === query.get('refund_id')),
    )
  }

  /** Takes a receipt by itself; undefined for an object that has none yet. */
  send(asked: Static<typeof receiptBody>) {
    const of = asked.type === 'payment' ? asked.payment_id : asked.refund_id
    if (of === undefined || !this.#registered.has(of)) return undefined
    const sent = { ...asked, id: `rt-${randomUUID()}`, status: this.registration }
    this.sent.unshift(sent)
    return sent
  }
}
