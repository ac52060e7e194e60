/** The messages in the document, by position; `to` is Infinity while the newest is followed. */
export type ShownRange = { from: number; to: number }

/** More than a screen shows, little enough to draw at once. */
const firstShown = 14
/** How many are added at an end that is neared. */
export const rangeStep = 60
/** How many there are at most; the document holds no more message nodes than these. */
export const longestRange = 240

/** What is drawn first: the newest, or from a few before `at`. */
export function openingRange(last: number, at?: number): ShownRange {
  if (at === undefined || last - at < firstShown) return { from: last - firstShown + 1, to: Number.POSITIVE_INFINITY }
  return { from: at - 4, to: at + firstShown }
}

/** What of a range there is, of positions `low` to `last`; a range that follows the newest sheds the oldest. */
export function clipped(range: ShownRange, low: number, last: number): ShownRange {
  const to = Math.min(range.to, last)
  return { from: Math.max(low, range.from, to - longestRange + 1), to }
}

/** More towards the beginning; what is too much leaves at the end. */
export function grownUp(range: ShownRange, low: number, last: number): ShownRange {
  const from = Math.max(low, Math.min(range.from, last) - rangeStep)
  return last - from < longestRange && range.to >= last
    ? { from, to: range.to }
    : { from, to: Math.min(range.to, from + longestRange - 1) }
}

/** More towards the newest; what is too much leaves at the beginning. */
export function grownDown(range: ShownRange, last: number): ShownRange {
  const to = range.to + rangeStep
  return to >= last
    ? { from: Math.max(range.from, last - longestRange + 1), to: Number.POSITIVE_INFINITY }
    : { from: Math.max(range.from, to - longestRange + 1), to }
}
