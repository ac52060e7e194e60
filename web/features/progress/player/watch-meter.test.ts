import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWatchMeter, type WatchedAmount } from './watch-meter.ts'

function setUp(minViewed = 2000) {
  const reports: Omit<WatchedAmount, 'film'>[] = []
  const films: WatchedAmount['film'][] = []
  const meter = createWatchMeter({
    saveTimeout: 5000,
    isWorthSending: viewedMs => viewedMs >= minViewed,
    report: ({ film: played, ...amount }) => {
      reports.push(amount)
      films.push(played)
    },
  })
  let now = 100_000
  let position = 0
  let rate = 1
  let film = 7
  const moment = () => ({ now, position, rate, film })
  return {
    reports,
    films,
    meter,
    moment,
    setRate: (next: number) => {
      rate = next
    },
    /** Plays this many ms of wall time, with an element's ticks. */
    watch(ms: number) {
      meter.start(moment())
      for (let left = ms; left > 0; left -= 250) {
        const step = Math.min(250, left)
        now += step
        position += (step / 1000) * rate
        meter.tick(moment())
      }
    },
    pass: (ms: number) => {
      now += ms
    },
    seek: (to: number) => {
      meter.stop(moment())
      position = to
    },
    now: () => now,
    setFilm: (id: number) => {
      film = id
    },
  }
}

describe('the watch meter', () => {
  test('reports at most every five seconds while the video plays [PRG-04]', () => {
    const { watch, reports } = setUp()
    watch(4750)
    expect(reports).toEqual([])
    watch(250)
    expect(reports).toEqual([{ viewedMs: 5000, playCount: 0 }])
    watch(15_000)
    expect(reports.map(report => report.viewedMs)).toEqual([5000, 5000, 5000, 5000])
  })

  test('skips less than two seconds when the lesson is left, thirty for an ended day [PRG-04]', () => {
    const short = setUp()
    short.watch(1990)
    short.meter.stop(short.moment())
    short.meter.flush(short.now())
    expect(short.reports).toEqual([])

    const ended = setUp(30_000)
    ended.watch(29_500)
    ended.meter.flush(ended.now())
    expect(ended.reports).toEqual([])
    ended.watch(500)
    expect(ended.reports).toEqual([{ viewedMs: 30_000, playCount: 0 }])
  })

  test('sends what is worth sending when the page is left, without waiting for five seconds [PRG-04]', () => {
    const { watch, meter, reports, now } = setUp()
    meter.countPlay()
    watch(3000)
    meter.flush(now())
    meter.flush(now())
    expect(reports).toEqual([{ viewedMs: 3000, playCount: 1 }])
  })

  test('a pause soon after a report returns when the rest is due [PRG-04]', () => {
    const { watch, meter, moment, now, pass } = setUp()
    watch(5000)
    watch(3000)
    meter.stop(moment())
    expect(meter.dueIn(now())).toBe(2000)
    pass(2500)
    expect(meter.dueIn(now())).toBe(0)
  })

  test('counts no seeks, pauses or sleep', () => {
    const { watch, seek, pass, meter, reports, now, moment } = setUp()
    watch(1000)
    seek(600)
    pass(60_000)
    watch(1000)
    pass(3_600_000)
    meter.tick(moment())
    meter.stop(moment())
    meter.flush(now())
    expect(reports.reduce((sum, report) => sum + report.viewedMs, 0)).toBe(2000)
  })

  test('a minute at double speed counts as a minute', () => {
    const { watch, setRate, reports, meter, now } = setUp()
    setRate(2)
    watch(60_000)
    meter.flush(now())
    expect(reports.reduce((sum, report) => sum + report.viewedMs, 0)).toBe(60_000)
  })

  test('carries fractions of a second over to the next report', () => {
    const { watch, reports, meter, now } = setUp()
    watch(2600)
    meter.flush(now())
    watch(2600)
    meter.flush(now())
    expect(reports.map(report => report.viewedMs)).toEqual([2000, 3000])
  })

  test('never reports more than was watched or more often than allowed, however it is used', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('watch' as const), ms: fc.integer({ min: 1, max: 9000 }) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
      fc.record({ kind: fc.constant('seek' as const), ms: fc.integer({ min: 0, max: 900_000 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const { watch, pass, seek, reports, meter, now, moment } = setUp()
        let watched = 0
        for (const { kind, ms } of steps) {
          if (kind === 'watch') {
            watch(ms)
            watched += ms
          } else if (kind === 'seek') seek(ms / 1000)
          else {
            meter.stop(moment())
            pass(ms)
          }
        }
        meter.flush(now())
        const reported = reports.reduce((sum, report) => sum + report.viewedMs, 0)
        expect(reported).toBeLessThanOrEqual(watched)
        expect(watched - reported).toBeLessThan(2001)
        expect(reports.every(report => report.viewedMs >= 2000)).toBe(true)
      }),
    )
  })

  test('tells which seconds of the film were played: without what was leapt over, at any speed, each once', () => {
    const { watch, seek, setRate, films, meter, now } = setUp()
    watch(3000)
    seek(20)
    watch(1000)
    setRate(2)
    watch(1000)
    seek(1)
    setRate(1)
    watch(1000)
    meter.flush(now())
    expect(films.flatMap(played => played?.seconds ?? [])).toEqual([
      { from: 0, until: 3 },
      { from: 20, until: 23 },
    ])
  })

  test('tells the seconds of each film of a lesson by themselves', () => {
    const { watch, setFilm, films, meter, moment, now } = setUp()
    watch(3000)
    meter.stop(moment())
    setFilm(8)
    watch(2000)
    meter.flush(now())
    expect(films).toEqual([
      { id: 7, seconds: [{ from: 0, until: 3 }] },
      { id: 8, seconds: [{ from: 3, until: 5 }] },
    ])
  })
})
