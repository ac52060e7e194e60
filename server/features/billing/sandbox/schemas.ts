import Type, { type Static } from 'typebox'
import { currencies, mostAmount } from '#shared/platform/money.ts'
import { oneOf } from '#shared/platform/schemas.ts'
import { linePattern } from '#shared/platform/text.ts'

const strict = { additionalProperties: false }
const amount = Type.Integer({ minimum: 1, maximum: mostAmount })
const currency = oneOf(currencies)
const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: linePattern })
const description = line(200)
const reference = line(100)
const id = line(40)
const address = Type.String({ maxLength: 2000, pattern: '^https?://[^\\s/]+' })

export const checkoutBody = Type.Object(
  {
    mode: oneOf(['payment', 'setup']),
    amount: Type.Optional(amount),
    currency,
    description,
    reference,
    save_method: Type.Boolean(),
    return_url: address,
    cancel_url: address,
    language: oneOf(['ru', 'en', 'es']),
    email: Type.Optional(Type.String({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })),
    expires_in: Type.Optional(Type.Integer({ minimum: 300, maximum: 86_400 })),
  },
  strict,
)
export const paymentBody = Type.Object({ amount, currency, method: id, description, reference }, strict)
export const refundBody = Type.Object({ payment: id, amount, reference }, strict)
export const nothing = Type.Object({}, strict)
export const byReference = Type.Object({ reference }, strict)
export const afterEvent = Type.Object({ after: Type.Optional(id) }, strict)
export const byId = Type.Object({ id }, strict)

export type CheckoutBody = Static<typeof checkoutBody>
export type PaymentBody = Static<typeof paymentBody>
export type RefundBody = Static<typeof refundBody>
