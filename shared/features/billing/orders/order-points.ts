import { restOf } from '../payments/least-amounts.ts'
import type { OrderStatus } from './order-state.ts'

/** What 100 points take off a price, in minor units, by currency. */
export type PointValues = Partial<Record<string, number>>

/** Of a brand: how many points can be spent at the least, and how many are offered to be. */
export type PointRules = { least: number; usual: number }

/** What somebody can spend on a price: no fewer than `least` and no more than `most` points; `usual` are offered. */
type PointRange = PointRules & { most: number }

type Priced = { price: number; currency: string; valueOf100: number }

/** What points take off a price, in minor units, at what 100 of them are worth: all of it where providers would not take what is left. */
export function worthOf(points: number, { price, currency, valueOf100 }: Priced): number {
  const worth = (BigInt(points) * BigInt(valueOf100)) / 100n
  return worth < BigInt(price) ? price - restOf(price, Number(worth), currency) : price
}

/** How many points cover a price (minor units), at what 100 of them are worth. */
function pointsCovering(price: number, valueOf100: number): number {
  return Number((BigInt(price) * 100n + BigInt(valueOf100) - 1n) / BigInt(valueOf100))
}

/** What of a balance can be spent on a price (minor units); undefined when nothing can, as the least is too much for either. */
export function pointRange(
  { balance, ...priced }: Priced & { balance: number },
  { least, usual }: PointRules,
): PointRange | undefined {
  const most = Math.min(balance, pointsCovering(priced.price, priced.valueOf100))
  if (most < least || worthOf(most, priced) === 0) return undefined
  return { least, most, usual: Math.min(most, Math.max(least, usual)) }
}

type Lowered = { id: number; amount: number }
type Entry = { invoiceId: number; kind: string; amount: number }

/**
 * How many of the points that an order was paid with it keeps: none once it is closed unpaid or all money went back, otherwise as
 * large a share as of the money for the `lowered` invoices. What was paid twice and sent back gives nothing back.
 */
export function pointsKept(
  spent: number,
  { status, lowered, entries }: { status: OrderStatus; lowered: readonly Lowered[]; entries: readonly Entry[] },
): number {
  if (status === 'closed') return 0
  const sumOf = (kind: string, invoiceId: number) =>
    entries.reduce((sum, one) => (one.kind === kind && one.invoiceId === invoiceId ? sum + one.amount : sum), 0)
  const amount = lowered.reduce((sum, invoice) => sum + invoice.amount, 0)
  const back = lowered.reduce((sum, { id, amount: asked }) => {
    const excess = Math.max(0, sumOf('payment', id) - asked)
    const refunded = sumOf('refund', id) - sumOf('refund_reversal', id)
    return sum + Math.min(asked, Math.max(0, refunded - excess))
  }, 0)
  return amount === 0 ? spent : spent - Number((BigInt(spent) * BigInt(back)) / BigInt(amount))
}
