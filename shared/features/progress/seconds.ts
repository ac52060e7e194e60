/** Seconds of a film, from the first to the one after the last. */
export type Seconds = { from: number; until: number }

/** At most so many ranges stand in one report. */
export const mostRanges = 100

/** As many ranges are kept of one film and learner; what would make more of them is not kept. */
export const mostKeptRanges = 500

/**
 * The whole seconds of a film that pieces of it (seconds with fractions) cover, joined and in order: a second counts once its
 * middle was played. So pieces that follow each other neither lose a second nor tell one twice.
 */
export function wholeSeconds(pieces: readonly Seconds[]): Seconds[] {
  const whole = pieces
    .map(({ from, until }) => ({ from: Math.round(from), until: Math.round(until) }))
    .filter(({ from, until }) => from < until)
    .sort((one, other) => one.from - other.from)
  const joined: Seconds[] = []
  for (const next of whole) {
    const last = joined.at(-1)
    if (last && next.from <= last.until)
      joined[joined.length - 1] = { ...last, until: Math.max(last.until, next.until) }
    else joined.push(next)
  }
  return joined
}
