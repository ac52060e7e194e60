/** The balance of a ledger of points: a positive amount adds, a negative one debits (PTS-01, PTS-05). */
export function balance(entries: readonly { amount: number }[]): number {
  return entries.reduce((sum, entry) => sum + entry.amount, 0)
}
