const windowMs = 600_000
const mostKnown = 1000

/** Tracks which failures this node has logged lately: a repeat within ten minutes is only counted. */
export function knownFailures() {
  const known = new Map<string, { since: number; times: number }>()
  return {
    /** How often it occurred since it was last logged, including now; 0 when it should not be logged. `now` in ms. */
    timesToLog(failure: string, now: number): number {
      const before = known.get(failure)
      if (before && now - before.since < windowMs) {
        before.times += 1
        return 0
      }
      known.delete(failure)
      const oldest = known.keys().next()
      if (known.size >= mostKnown && !oldest.done) known.delete(oldest.value)
      known.set(failure, { since: now, times: 0 })
      return (before?.times ?? 0) + 1
    },
  }
}
