/** The balance of a ledger of points: a positive amount adds, a negative one debits. */
export function balance(entries: readonly { amount: number }[]): number {
  return entries.reduce((sum, entry) => sum + entry.amount, 0)
}
