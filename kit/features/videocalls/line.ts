/** Reports of the other side come every few seconds; an older one says nothing, in ms. */
const reportMs = 6000

/** How good the connection is: on a bad line the picture is given up so that the sound goes on. */
export type Line = 'good' | 'weak' | 'bad'

/** Totals of one moment, from the browser's statistics. */
export type LineTotals = {
  /** Packets of sound and picture that came, and that were missed. */
  received: number
  missed: number
  /** The share of our packets that the other side missed of late, 0 to 1. */
  missedByOther: number
  roundTripMs: number
  /** Bits a second that the line is estimated to take; undefined while unknown. */
  takes: number | undefined
  /** Packets of the picture that came, and pictures that could be shown of them. */
  picturePackets: number
  pictures: number
}

const weak = { loss: 0.05, roundTripMs: 500, takes: 200_000 }
const bad = { loss: 0.15, roundTripMs: 1500, takes: 80_000 }

/** The share of packets missed between two moments, in the worse direction. */
export function lossBetween(before: LineTotals, after: LineTotals): number {
  const missed = Math.max(0, after.missed - before.missed)
  const expected = missed + Math.max(0, after.received - before.received)
  return Math.max(expected > 0 ? missed / expected : 0, after.missedByOther)
}

/** Judges what passed between two moments. */
export function judgeLine(before: LineTotals, after: LineTotals): Line {
  const loss = lossBetween(before, after)
  const isBeyond = (limit: typeof weak) =>
    loss >= limit.loss || after.roundTripMs >= limit.roundTripMs || (after.takes ?? Infinity) < limit.takes
  if (isBeyond(bad)) return 'bad'
  return isBeyond(weak) ? 'weak' : 'good'
}

/** Whether a picture came between two moments of which nothing could be shown: its beginning was lost. */
export const lacksPicture = (before: LineTotals, after: LineTotals): boolean =>
  after.picturePackets > before.picturePackets && after.pictures <= before.pictures

/** Moments in a row before a change is believed: one lost burst is no bad line, one calm moment no good one. */
const worseAfter = 2
const betterAfter = 5
const ranks: Record<Line, number> = { good: 0, weak: 1, bad: 2 }

/** The line as it is told: worse after two moments, better after five. */
export function steadyLine() {
  let told: Line = 'good'
  let worse = 0
  let better = 0
  return (seen: Line): Line => {
    worse = ranks[seen] > ranks[told] ? worse + 1 : 0
    better = ranks[seen] < ranks[told] ? better + 1 : 0
    if (worse >= worseAfter || better >= betterAfter) {
      told = seen
      worse = 0
      better = 0
    }
    return told
  }
}

const noTotals: LineTotals = {
  received: 0,
  missed: 0,
  missedByOther: 0,
  roundTripMs: 0,
  takes: undefined,
  picturePackets: 0,
  pictures: 0,
}

/** The longest time that a report of the other side speaks of, in ms: of sound browsers report seldom. */
const coveredMs: Record<string, number> = { audio: 7500, video: 1500 }

/** Sums up the statistics of a connection whose way was found so long ago (ms): reports of the time before say nothing of it. */
export function totalsOf(report: RTCStatsReport, sinceMs: number): LineTotals {
  const totals: LineTotals = { ...noTotals }
  const entries = [...(report.values() as Iterable<Record<string, unknown>>)]
  const newest = Math.max(...entries.map(({ timestamp }) => Number(timestamp)))
  for (const entry of entries) {
    if (entry['type'] === 'inbound-rtp') {
      totals.received += Number(entry['packetsReceived'] ?? 0)
      totals.missed += Number(entry['packetsLost'] ?? 0)
      if (entry['kind'] === 'video') {
        totals.picturePackets += Number(entry['packetsReceived'] ?? 0)
        totals.pictures += Number(entry['framesDecoded'] ?? 0)
      }
    }
    const age = newest - Number(entry['timestamp'])
    const began = age + (coveredMs[String(entry['kind'])] ?? 0)
    // Of a picture that was given up the last report stays.
    if (entry['type'] === 'remote-inbound-rtp' && age < reportMs && began <= sinceMs)
      totals.missedByOther = Math.max(totals.missedByOther, Number(entry['fractionLost'] ?? 0))
    if (entry['type'] === 'candidate-pair' && entry['nominated'] === true && entry['state'] === 'succeeded') {
      totals.roundTripMs = Number(entry['currentRoundTripTime'] ?? 0) * 1000
      if (typeof entry['availableOutgoingBitrate'] === 'number') totals.takes = entry['availableOutgoingBitrate']
    }
  }
  return totals
}
