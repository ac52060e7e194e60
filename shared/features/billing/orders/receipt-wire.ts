import Type, { type Static } from 'typebox'
import { DateText, Id, NullableString, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { entryKinds } from './order-state.ts'
import { receiptKinds, receiptLineKinds } from './receipt.ts'

const Amount = Type.Integer({ description: 'minor units' })

/** A receipt or credit note in a list. */
export const ReceiptBrief = Type.Object({
  id: Id,
  kind: oneOf(receiptKinds),
  number: Type.String({ description: 'As it is printed' }),
  amount: Amount,
  issued_at: Seconds,
})
export type ReceiptBriefWire = Static<typeof ReceiptBrief>

/** A receipt for what was paid, or a credit note for what went back. */
export const ReceiptDetails = Type.Object({
  ...ReceiptBrief.properties,
  is_sandbox: Type.Boolean({ description: 'No money has moved' }),
  /** What happened to the money, and when. */
  entry: oneOf(entryKinds),
  happened_at: Seconds,
  seller: Type.String({ description: 'Lines; empty where the school has given none' }),
  /** Null once the person is erased. */
  buyer: NullableString,
  order_id: Id,
  title: Type.String(),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' }),
  /** Of a subscription the days that it is for; the second is the first day after them. */
  starts_on: nullable(DateText),
  ends_on: nullable(DateText),
  tax: Type.Integer({ description: 'Contained in the amount' }),
  tax_rate: Type.Integer({ description: 'Hundredths of a percent' }),
  lines: Type.Array(Type.Object({ kind: oneOf(receiptLineKinds), amount: Amount })),
  /** The receipt that a credit note is about. */
  corrects: nullable(Type.Object({ id: Id, number: Type.String() })),
})
export type ReceiptWire = Static<typeof ReceiptDetails>
