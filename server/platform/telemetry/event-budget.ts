const dayMs = 86_400_000

type Most = { ofNetwork: number; ofAll: number }

/**
 * Limits how many events a node stores per UTC day, per network and overall, so that nobody can fill the disk. A
 * network may be a whole school behind one address.
 */
export function eventBudget({ ofNetwork, ofAll }: Most = { ofNetwork: 50_000, ofAll: 2_000_000 }) {
  let today = 0
  let all = 0
  const taken = new Map<string, number>()
  return {
    /** How many of `count` events may be stored at `now` (ms); the rest are dropped. */
    take(network: string, count: number, now: number): number {
      const day = Math.floor(now / dayMs)
      if (day !== today) {
        today = day
        all = 0
        taken.clear()
      }
      const before = taken.get(network) ?? 0
      const allowed = Math.max(0, Math.min(count, ofNetwork - before, ofAll - all))
      if (allowed === 0) return 0
      taken.set(network, before + allowed)
      all += allowed
      return allowed
    },
  }
}
