/** A bill of an order, in minor units; `dueAt` in ms. */
export type Invoice = { id: number; amount: number; dueAt: number }

/** Each reversal takes back one before it: a refund that did not arrive, a chargeback that the bank did not uphold. */
export const entryKinds = ['payment', 'refund', 'refund_reversal', 'chargeback', 'chargeback_reversal'] as const
export type EntryKind = (typeof entryKinds)[number]

/** A line of the ledger; amounts are above zero, the kind says which way the money went. */
export type LedgerEntry = {
  invoiceId: number
  kind: EntryKind
  amount: number
}

export type OrderFacts = {
  /** One for a payment in whole; of instalments each has its own, the first is due at once. */
  invoices: readonly Invoice[]
  entries: readonly LedgerEntry[]
  /** When an order that nobody pays is closed, in ms. */
  closesAt: number
  /** How long access lasts after a late instalment, in ms. */
  graceMs: number
}

export type OrderStatus = 'waiting' | 'closed' | 'paid' | 'overdue' | 'refunded' | 'disputed'

export type OrderState = {
  status: OrderStatus
  /** Whether what was bought is open now. */
  isOpen: boolean
  paid: number
  refunded: number
  /** What is still to be paid by now, in minor units; nothing of an order that is closed, refunded or disputed. */
  owed: number
  /** What was paid above the invoices, as by two tabs at once: it is sent back. */
  excess: number
}

function sumOf(entries: readonly LedgerEntry[], kind: EntryKind, invoiceId?: number): number {
  return entries.reduce(
    (sum, entry) =>
      entry.kind === kind && (invoiceId === undefined || entry.invoiceId === invoiceId) ? sum + entry.amount : sum,
    0,
  )
}

const refundedOf = (entries: readonly LedgerEntry[], invoiceId?: number) =>
  sumOf(entries, 'refund', invoiceId) - sumOf(entries, 'refund_reversal', invoiceId)
const heldOf = (entries: readonly LedgerEntry[], invoiceId: number) =>
  Math.max(0, sumOf(entries, 'chargeback', invoiceId) - sumOf(entries, 'chargeback_reversal', invoiceId))

/** What of the payments of an invoice neither went back nor is held by a bank, in minor units. */
export function keptOf(entries: readonly LedgerEntry[], invoiceId: number): number {
  return sumOf(entries, 'payment', invoiceId) - refundedOf(entries, invoiceId) - heldOf(entries, invoiceId)
}

/** Whether a bank holds what was paid of an invoice; not where it was paid twice and is still paid for. */
export function isDisputed(entries: readonly LedgerEntry[], { id, amount }: Pick<Invoice, 'id' | 'amount'>): boolean {
  return heldOf(entries, id) > 0 && keptOf(entries, id) < amount
}

/**
 * What an order gives at `now` (ms), from its ledger alone. It is open once its first invoice is paid, and while none of the others
 * is late beyond its grace. A partial refund leaves it open, a full one closes it, and so does a chargeback of what was not paid twice.
 */
export function orderState({ invoices, entries, closesAt, graceMs }: OrderFacts, now: number): OrderState {
  const paidOf = ({ id }: Invoice) => sumOf(entries, 'payment', id)
  const isUnpaid = (invoice: Invoice) => paidOf(invoice) < invoice.amount
  const paid = sumOf(entries, 'payment')
  const refunded = refundedOf(entries)
  const [first] = invoices
  const statusNow = (): OrderStatus => {
    if (invoices.some(invoice => isDisputed(entries, invoice))) return 'disputed'
    if (paid > 0 && refunded >= paid) return 'refunded'
    if (!first || isUnpaid(first)) return now >= closesAt ? 'closed' : 'waiting'
    return invoices.some(invoice => isUnpaid(invoice) && invoice.dueAt + graceMs <= now) ? 'overdue' : 'paid'
  }
  const status = statusNow()
  const isOwing = status === 'waiting' || status === 'paid' || status === 'overdue'
  const due = invoices.filter(invoice => isOwing && invoice.dueAt <= now && isUnpaid(invoice))
  return {
    status,
    isOpen: status === 'paid',
    paid,
    refunded,
    owed: due.reduce((sum, invoice) => sum + invoice.amount - paidOf(invoice), 0),
    excess: invoices.reduce((sum, { id, amount }) => sum + Math.max(0, keptOf(entries, id) - amount), 0),
  }
}
