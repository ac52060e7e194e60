/**
 * At most `limit` of the works given to it run at once, and at most `each` of one owner. Owners take turns, so nobody waits
 * for all that somebody else has sent; an owner's works go in order.
 */
export function takeTurns(limit: number, each = limit) {
  const waiting = new Map<unknown, (() => void)[]>()
  const running = new Map<unknown, number>()
  let total = 0

  const count = (owner: unknown, change: 1 | -1) => {
    const now = (running.get(owner) ?? 0) + change
    total += change
    if (now > 0) running.set(owner, now)
    else running.delete(owner)
  }
  const goLast = (owner: unknown) => {
    const works = waiting.get(owner) ?? []
    waiting.delete(owner)
    if (works.length > 0) waiting.set(owner, works)
  }
  const beginNext = () => {
    for (const [owner, works] of waiting) {
      if (total >= limit) return
      if ((running.get(owner) ?? 0) >= each) continue
      const begin = works.shift()
      goLast(owner)
      count(owner, 1)
      begin?.()
    }
  }

  return async <Result>(work: () => Promise<Result>, owner?: unknown): Promise<Result> => {
    await new Promise<void>(begin => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), begin])
      beginNext()
    })
    try {
      return await work()
    } finally {
      count(owner, -1)
      goLast(owner)
      beginNext()
    }
  }
}
