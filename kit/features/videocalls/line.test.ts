import { expect, test } from 'vitest'
import { judgeLine, type LineTotals, lacksPicture, lossBetween, steadyLine, totalsOf } from './line.ts'

const at = (change: Partial<LineTotals> = {}): LineTotals => ({
  received: 0,
  missed: 0,
  missedByOther: 0,
  roundTripMs: 40,
  takes: 1_000_000,
  picturePackets: 0,
  pictures: 0,
  ...change,
})

test('loss is the share of packets missed between two moments, in the worse direction', () => {
  expect(lossBetween(at({ received: 100, missed: 10 }), at({ received: 170, missed: 40 }))).toBeCloseTo(0.3)
  expect(lossBetween(at(), at({ received: 50, missedByOther: 0.2 }))).toBe(0.2)
  expect(lossBetween(at(), at())).toBe(0)
  // Packets that came late after all are counted back.
  expect(lossBetween(at({ missed: 5 }), at({ received: 50, missed: 2 }))).toBe(0)
})

test.each([
  [{ received: 100 }, 'good'],
  [{ received: 95, missed: 5 }, 'weak'],
  [{ received: 70, missed: 30 }, 'bad'],
  [{ received: 100, missedByOther: 0.15 }, 'bad'],
  [{ received: 100, roundTripMs: 600 }, 'weak'],
  [{ received: 100, roundTripMs: 1600 }, 'bad'],
  [{ received: 100, takes: 150_000 }, 'weak'],
  [{ received: 100, takes: 50_000 }, 'bad'],
  [{ received: 100, takes: undefined }, 'good'],
] as const)('after %j the line is %s', (change, line) => expect(judgeLine(at(), at(change))).toBe(line))

test('a line is told worse after two moments in a row, better after five', () => {
  const tell = steadyLine()
  const told = (seen: string) =>
    [...seen].map(one => tell(one === 'b' ? 'bad' : one === 'w' ? 'weak' : 'good')[0]).join('')
  expect(told('ggbgbgbb')).toBe('gggggggb')
  expect(told('ggggbggggg')).toBe('bbbbbbbbbg')
  expect(told('wwbb')).toBe('gwwb')
})

test('a picture is lacking when packets of it come and nothing can be shown', () => {
  const before = at({ picturePackets: 100, pictures: 40 })
  expect(lacksPicture(before, at({ picturePackets: 120, pictures: 40 }))).toBe(true)
  expect(lacksPicture(before, at({ picturePackets: 120, pictures: 41 }))).toBe(false)
  expect(lacksPicture(before, before)).toBe(false)
})

test('statistics are summed up; an old report of the other side says nothing, nor does one of the time before the way was found', () => {
  const entries = [
    { type: 'inbound-rtp', timestamp: 90_000, kind: 'audio', packetsReceived: 10, packetsLost: 1 },
    { type: 'inbound-rtp', timestamp: 90_000, kind: 'video', packetsReceived: 20, packetsLost: 2, framesDecoded: 7 },
    { type: 'remote-inbound-rtp', timestamp: 89_000, kind: 'video', fractionLost: 0.1 },
    { type: 'remote-inbound-rtp', timestamp: 88_000, kind: 'audio', fractionLost: 0.6 },
    { type: 'remote-inbound-rtp', timestamp: 80_000, kind: 'video', fractionLost: 0.9 },
    { type: 'candidate-pair', timestamp: 90_000, nominated: true, state: 'succeeded', currentRoundTripTime: 0.12 },
    { type: 'candidate-pair', timestamp: 90_000, nominated: false, state: 'succeeded', currentRoundTripTime: 3 },
  ]
  const report = new Map(entries.map((entry, index) => [String(index), entry])) as unknown as RTCStatsReport
  const line = { received: 30, missed: 3, roundTripMs: 120, takes: undefined, picturePackets: 20, pictures: 7 }
  expect(totalsOf(report, 60_000)).toEqual({ ...line, missedByOther: 0.6 })
  expect(totalsOf(report, 5000), 'sound is reported seldom').toEqual({ ...line, missedByOther: 0.1 })
  expect(totalsOf(report, 2000)).toEqual({ ...line, missedByOther: 0 })
})
