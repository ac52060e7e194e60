/** Points that a balance must reach before any can be spent. */
export const spendingThreshold = 200

/** How many points are missing before any can be spent; 0 when they can. */
export function leftToSpend(balance: number): number {
  return Math.max(0, spendingThreshold - balance)
}
