/** What a device remembers of the offer to install; times in ms, 0 for never. */
export type OfferMemory = { visits: number; lastAt: number; hasFinished: boolean; dismissedAt: number }

export const nothing: OfferMemory = { visits: 0, lastAt: 0, hasFinished: false, dismissedAt: 0 }

/** Whoever comes back after this long has come for another visit, in ms. */
const visitLasts = 30 * 60_000
/** How long nobody is asked again, in ms. */
const quietFor = 60 * 86_400_000

/** With a page opened at `now`. */
export function withVisit(memory: OfferMemory, now: number): OfferMemory {
  const isAnother = memory.visits === 0 || now - memory.lastAt > visitLasts || memory.lastAt > now
  return { ...memory, visits: memory.visits + (isAnother ? 1 : 0), lastAt: now }
}

/** Whether the offer may be made: after a first finished lesson or on a second visit, and not within 60 days of a no. */
export function isOfferDue({ visits, hasFinished, dismissedAt }: OfferMemory, now: number): boolean {
  if (visits < 2 && !hasFinished) return false
  return dismissedAt === 0 || dismissedAt > now || now - dismissedAt >= quietFor
}

/** The stored form. */
export const memoryText = ({ visits, lastAt, hasFinished, dismissedAt }: OfferMemory) =>
  [visits, lastAt, Number(hasFinished), dismissedAt].join(' ')

/** Reads the stored form; anything unreadable counts as nothing. */
export function memoryFrom(text: string | null): OfferMemory {
  const [, visits, lastAt, hasFinished, dismissedAt] = /^(\d{1,9}) (\d{1,15}) ([01]) (\d{1,15})$/.exec(text ?? '') ?? []
  if (visits === undefined) return nothing
  return {
    visits: Number(visits),
    lastAt: Number(lastAt),
    hasFinished: hasFinished === '1',
    dismissedAt: Number(dismissedAt),
  }
}
