import type { Language } from '#shared/platform/contract.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

export const receiptKinds = ['receipt', 'credit_note'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** What of a price a line is: all of it or a part, what a code or points took off, what was left of the plan before. */
export const receiptLineKinds = ['price', 'part', 'discount', 'points', 'credit'] as const
export type ReceiptLine = { kind: (typeof receiptLineKinds)[number]; amount: number }

/** What a receipt is derived from, in minor units. */
export type ReceiptFacts = {
  kind: ReceiptKind
  /** Of the entry in the ledger. */
  amount: number
  invoice: { number: number; amount: number; credit: number }
  /** How many invoices the order was placed with; those of instalments have the later ones, too. */
  parts: number
  /** Before and after the code that was entered and the points that were spent, and what these took off. */
  fullAmount: number
  orderAmount: number
  pointsDiscount: number
}

/**
 * The lines of a receipt or credit note, which add up to its amount. Only a payment of a whole invoice is told in parts: what goes back
 * is one line.
 */
export function receiptLines(facts: ReceiptFacts): ReceiptLine[] {
  const { kind, amount, invoice, parts, fullAmount, orderAmount, pointsDiscount } = facts
  if (kind === 'credit_note' || amount !== invoice.amount || parts > 1)
    return [{ kind: kind === 'receipt' && parts > 1 ? 'part' : 'price', amount }]
  const lowered = invoice.number === 1 ? fullAmount - orderAmount : 0
  const points = invoice.number === 1 ? pointsDiscount : 0
  const taken = [
    { kind: 'discount' as const, amount: points - lowered },
    { kind: 'points' as const, amount: -points },
    { kind: 'credit' as const, amount: -invoice.credit },
  ].filter(line => line.amount < 0)
  return [{ kind: 'price', amount: amount + lowered + invoice.credit }, ...taken]
}

/** A rate in hundredths of a percent as people read it, without the sign: `20`, `5.5`, `5,5`. */
export function percentText(rate: number, language: Language): string {
  return new Intl.NumberFormat(tagOf(language)).format(rate / 100)
}
