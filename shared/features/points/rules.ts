/** How many points a balance lacks before any can be spent, which the brand allows from `threshold`; 0 when none is lacking. */
export function leftToSpend(balance: number, threshold: number): number {
  return Math.max(0, threshold - balance)
}
