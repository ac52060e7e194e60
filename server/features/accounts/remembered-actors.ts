import type { Actor } from '#server/platform/http/routes.ts'

const keptMs = 30_000
const mostKept = 20_000

type Remembered = { actor: Actor; checkedAt: number; expiresAt: number }

/**
 * Who holds which session, by its key, for 30 s after the database said so. Nothing is kept while this node may be missing
 * news of other nodes, as at first; times in ms.
 */
export function rememberedActors() {
  const known = new Map<string, Remembered>()
  let isPaused = true
  // News counted, so that an answer read before a session ended is not remembered after it.
  let news = 0
  return {
    find(key: string, now: number): Actor | undefined {
      const remembered = known.get(key)
      if (remembered && remembered.checkedAt + keptMs > now && remembered.expiresAt > now) return remembered.actor
      known.delete(key)
      return undefined
    },
    /** Call before reading from the database: what it answers keeps the actor that was read, unless news came meanwhile. */
    reading() {
      const newsBefore = news
      return (key: string, remembered: Remembered) => {
        if (isPaused || news !== newsBefore) return
        if (known.size >= mostKept) known.clear()
        known.set(key, remembered)
      }
    },
    forget(key: string) {
      news++
      known.delete(key)
    },
    pause() {
      news++
      isPaused = true
      known.clear()
    },
    resume() {
      isPaused = false
    },
  }
}
