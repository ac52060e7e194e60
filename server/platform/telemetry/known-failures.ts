const windowMs = 600_000
const mostKnown = 1000

/** Which failures this node has logged lately: one that comes again within ten minutes is only counted. */
export function knownFailures() {
  const known = new Map<string, { since: number; times: number }>()
  return {
    /** How often it came since it was last logged, this time included; 0 when it is not to be logged. `now` in ms. */
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
