import type { ChatPlace } from './chat-place.ts'

const rememberedMs = 60_000
const limit = 20_000

type Asked = { userId: number; chatId: number; now: number }

/**
 * Remembers for a minute where a learner writes: whose chat it is and until when, which change by hand or at midnight, and
 * the dates are judged each time. What changes with each message is not remembered; the statement that writes it looks.
 */
export function rememberPlaces() {
  const known = new Map<string, { place: ChatPlace; since: number }>()
  const keyOf = ({ userId, chatId }: Asked) => `${userId} ${chatId}`
  return {
    find(asked: Asked): ChatPlace | undefined {
      const remembered = known.get(keyOf(asked))
      return remembered && Math.abs(asked.now - remembered.since) <= rememberedMs ? remembered.place : undefined
    },
    keep(asked: Asked, place: ChatPlace) {
      if (known.size >= limit) known.clear()
      known.set(keyOf(asked), { place: { ...place, learnerWroteAt: null, files: [] }, since: asked.now })
    },
  }
}
