/** A bill of an order, in minor units; `dueAt` in ms. */
export type Invoice = { id: number; amount: number; dueAt: number }

export const entryKinds = ['payment', 'refund', 'chargeback', 'chargeback_reversal'] as const
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

/**
 * What an order gives at `now` (ms), from its ledger alone. It is open once its first invoice is paid, and while none of the others
 * is late beyond its grace. A partial refund leaves it open, a full one closes it, and so does a chargeback of what was not paid twice.
 */
export function orderState({ invoices, entries, closesAt, graceMs }: OrderFacts, now: number): OrderState {
  const sumOf = (kind: LedgerEntry['kind'], invoiceId?: number) =>
    entries.reduce(
      (sum, entry) =>
        entry.kind === kind && (invoiceId === undefined || entry.invoiceId === invoiceId) ? sum + entry.amount : sum,
      0,
    )
  const isUnpaid = ({ id, amount }: Invoice) => sumOf('payment', id) < amount
  const disputedOf = ({ id }: Invoice) => Math.max(0, sumOf('chargeback', id) - sumOf('chargeback_reversal', id))
  const keptOf = (invoice: Invoice) => sumOf('payment', invoice.id) - sumOf('refund', invoice.id) - disputedOf(invoice)
  const paid = sumOf('payment')
  const refunded = sumOf('refund')
  const [first] = invoices
  const statusNow = (): OrderStatus => {
    if (invoices.some(invoice => disputedOf(invoice) > 0 && keptOf(invoice) < invoice.amount)) return 'disputed'
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
    owed: due.reduce((sum, { id, amount }) => sum + amount - sumOf('payment', id), 0),
    excess: invoices.reduce((sum, invoice) => sum + Math.max(0, keptOf(invoice) - invoice.amount), 0),
  }
}
