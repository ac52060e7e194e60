import { mostRanges, type Seconds, wholeSeconds } from '#shared/features/progress/seconds.ts'

export interface WatchedAmount {
  /** Whole seconds, in milliseconds. */
  viewedMs: number
  playCount: number
  /** What of which film was played; undefined where no second's middle was reached. */
  film: { id: number; seconds: Seconds[] } | undefined
}

interface WatchMeterOptions {
  /** The minimum between two reports, in ms. */
  saveTimeout: number
  /** Whether this amount is worth a report. */
  isWorthSending: (viewedMs: number) => boolean
  report: (amount: WatchedAmount) => void
}

/** Where the player is at an instant: `now` in ms of a steady clock, `position` in seconds of the film of this id. */
export interface Moment {
  now: number
  position: number
  rate: number
  film: number
}

export interface WatchMeter {
  countPlay(): void
  start(moment: Moment): void
  tick(moment: Moment): void
  stop(moment: Moment): void
  /** Milliseconds until the gathered time may be reported; undefined while it is too little. */
  dueIn(now: number): number | undefined
  /** Reports now if it is worth it, however recent the last report: the page or the lesson is being left. */
  flush(now: number): void
}

/** The clock keeps running while a laptop sleeps, and the position jumps on seeking, so the smaller difference counts. */
function watchedBetween(from: Moment, to: Moment): number {
  const shown = ((to.position - from.position) * 1000) / to.rate
  return Math.max(0, Math.min(to.now - from.now, shown))
}

/** What was played of one film at a time. */
function playedPieces() {
  let pieces: Seconds[] = []
  let film: number | undefined
  return {
    film: () => film,
    begin(id: number) {
      if (id !== film) pieces = []
      film = id
    },
    /** Answers how long it took, in ms. */
    add(from: Moment, to: Moment): number {
      const watched = watchedBetween(from, to)
      const piece = { from: from.position, until: from.position + (watched * to.rate) / 1000 }
      const before = pieces.at(-1)
      if (before?.until === piece.from) before.until = piece.until
      else if (watched > 0) pieces.push(piece)
      return watched
    },
    /** What was gathered since the last time. */
    take(): WatchedAmount['film'] {
      const seconds = wholeSeconds(pieces).slice(0, mostRanges)
      pieces = []
      return film === undefined || seconds.length === 0 ? undefined : { id: film, seconds }
    },
  }
}

/**
 * Gathers the time really watched, in ms of the learner's time: neither seeks nor stalls count, and a minute at double
 * speed is a minute. Reports what was gathered since the last report, at most every `saveTimeout` ms and only when
 * the rule finds it worth sending; what is smaller is kept while the lesson is open, and skipped after it.
 */
export function createWatchMeter({ saveTimeout, isWorthSending, report }: WatchMeterOptions): WatchMeter {
  let viewed = 0
  let plays = 0
  const played = playedPieces()
  let last: Moment | undefined
  let reportedAt = Number.NEGATIVE_INFINITY

  function emit(now: number) {
    const amount = { viewedMs: Math.floor(viewed / 1000) * 1000, playCount: plays, film: played.take() }
    viewed -= amount.viewedMs
    plays = 0
    reportedAt = now
    report(amount)
  }

  function dueIn(now: number) {
    if (!isWorthSending(viewed)) return undefined
    return Math.max(0, reportedAt + saveTimeout - now)
  }

  function gather(moment: Moment) {
    if (last) viewed += played.add(last, moment)
    if (dueIn(moment.now) === 0) emit(moment.now)
  }

  return {
    countPlay: () => {
      plays += 1
    },
    start: moment => {
      // Another film of the lesson: what was played of the one before is reported by itself, or is too little.
      if (moment.film !== played.film() && isWorthSending(viewed)) emit(moment.now)
      played.begin(moment.film)
      last ??= moment
      if (reportedAt === Number.NEGATIVE_INFINITY) reportedAt = moment.now
    },
    tick: moment => {
      gather(moment)
      if (last) last = moment
    },
    stop: moment => {
      gather(moment)
      last = undefined
    },
    dueIn,
    flush: now => {
      if (isWorthSending(viewed)) emit(now)
    },
  }
}
