import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { addDays, localDate, startOfDay } from '#shared/platform/times.ts'
import { countSentBack, isInTab, lacksAccess, matchesFilters } from './choice-rules.ts'
import {
  compareStreams,
  daysLeft,
  effectiveEndsOn,
  frozenDates,
  isCritical,
  isListed,
  progressPercent,
  type StreamStatus,
  type StreamTerms,
  streamStatus,
} from './rules.ts'

const june: StreamTerms = {
  startsOn: '2026-06-01',
  endsOn: '2026-06-30',
  isOptionalPurchase: false,
  hasActiveSubscription: false,
  freezes: [],
}
const frozen = { ...june, freezes: [{ status: 1 as const, startsOn: '2026-06-10', endsOn: '2026-06-14' }] }
const optional = { ...june, isOptionalPurchase: true }
const subscribed = { ...optional, hasActiveSubscription: true }

describe('the status of a stream', () => {
  test.each<[string, StreamTerms, string, StreamStatus]>([
    ['the day before the start', june, '2026-05-31', 'not_started'],
    ['the first day', june, '2026-06-01', 'open'],
    ['the last day', june, '2026-06-30', 'open'],
    ['the day after the end', june, '2026-07-01', 'ended'],
    ['before a freeze', frozen, '2026-06-09', 'open'],
    ['the first frozen day', frozen, '2026-06-10', 'freeze'],
    ['the last frozen day', frozen, '2026-06-14', 'freeze'],
    ['after a freeze', frozen, '2026-06-15', 'open'],
    ['the end moved by five frozen days', frozen, '2026-07-05', 'open'],
    ['after the moved end', frozen, '2026-07-06', 'ended'],
    ['a freeze only created', { ...frozen, freezes: [{ ...frozen.freezes[0]!, status: 0 }] }, '2026-06-12', 'freeze'],
    ['a canceled freeze', { ...frozen, freezes: [{ ...frozen.freezes[0]!, status: 2 }] }, '2026-06-12', 'open'],
    [
      'a canceled freeze moves no end',
      { ...frozen, freezes: [{ ...frozen.freezes[0]!, status: 2 }] },
      '2026-07-01',
      'ended',
    ],
    [
      'a freeze before the start',
      { ...june, freezes: [{ status: 1, startsOn: '2026-05-20', endsOn: '2026-05-25' }] },
      '2026-05-21',
      'freeze',
    ],
    ['an optional purchase before the start', subscribed, '2026-05-31', 'not_started'],
    ['an optional purchase without a subscription', optional, '2026-06-10', 'stopped'],
    ['an optional purchase with one', subscribed, '2026-06-10', 'open'],
    ['an optional purchase with one, past the end', subscribed, '2026-08-10', 'open'],
    ['an optional purchase without one, past the end', optional, '2026-08-10', 'stopped'],
    ['a frozen optional purchase', { ...frozen, isOptionalPurchase: true }, '2026-06-12', 'freeze'],
  ])('%s [STR-03]', (_, stream, today, status) => {
    expect(streamStatus(stream, today)).toBe(status)
  })

  type Change = { zone: string; transition: number | null }
  const { changes } = sharedData<{ changes: Change[] }>('i18n/timezones.json')
  test('opens at the first instant of its first day and ends after its last, over every clock change [STR-03]', () => {
    for (const { zone, transition } of changes) {
      const changesOn = localDate((transition ?? 1_700_000_000) * 1000, zone)
      for (const startsOn of [-1, 0, 1].map(days => addDays(changesOn, days))) {
        const stream = { ...june, startsOn, endsOn: addDays(startsOn, 1) }
        const statusAt = (instant: number) => streamStatus(stream, localDate(instant, zone))
        const opens = startOfDay(startsOn, zone)
        const ends = startOfDay(addDays(startsOn, 2), zone)
        expect([statusAt(opens - 1), statusAt(opens)], `${zone} ${startsOn}`).toEqual(['not_started', 'open'])
        expect([statusAt(ends - 1), statusAt(ends)], `${zone} ${startsOn}`).toEqual(['open', 'ended'])
      }
    }
  })

  test('as time passes a stream is not started, open, ended, each once, whatever the zone [STR-03]', () => {
    const zones = [...new Set(changes.map(change => change.zone))]
    const start = fc.integer({ min: 0, max: 6500 }).map(days => addDays('2009-01-01', days))
    fc.assert(
      fc.property(fc.constantFrom(...zones), start, fc.integer({ min: 0, max: 3 }), (zone, startsOn, length) => {
        const stream = { ...june, startsOn, endsOn: addDays(startsOn, length) }
        const from = startOfDay(addDays(startsOn, -2), zone)
        const to = startOfDay(addDays(startsOn, length + 3), zone)
        const seen: StreamStatus[] = []
        for (let now = from; now < to; now += 1_800_000) {
          const status = streamStatus(stream, localDate(now, zone))
          if (status !== seen.at(-1)) seen.push(status)
        }
        expect(seen).toEqual(['not_started', 'open', 'ended'])
      }),
      { numRuns: 60 },
    )
  })
})

describe('frozen days', () => {
  test('are counted once where freezes overlap, in order [STR-06]', () => {
    const freezes = [
      { status: 1 as const, startsOn: '2026-06-03', endsOn: '2026-06-04' },
      { status: 0 as const, startsOn: '2026-06-02', endsOn: '2026-06-03' },
      { status: 2 as const, startsOn: '2026-06-10', endsOn: '2026-06-20' },
    ]
    expect(frozenDates(freezes)).toEqual(['2026-06-02', '2026-06-03', '2026-06-04'])
    expect(effectiveEndsOn(june, freezes)).toBe('2026-07-03')
  })

  test('of a freeze canceled early, only the days before the cancellation count [STR-06]', () => {
    const freeze = { status: 2 as const, startsOn: '2026-06-10', endsOn: '2026-06-14', canceledOn: '2026-06-12' }
    expect(frozenDates([freeze])).toEqual(['2026-06-10', '2026-06-11'])
    expect(frozenDates([{ ...freeze, canceledOn: '2026-06-09' }])).toEqual([])
    expect(frozenDates([{ ...freeze, canceledOn: '2026-06-10' }])).toEqual([])
    expect(frozenDates([{ ...freeze, canceledOn: '2026-08-01' }])).toHaveLength(5)
  })

  test('move the end even on days gained by other frozen days, but not after the end [STR-06]', () => {
    const spanning = [{ status: 1 as const, startsOn: '2026-06-30', endsOn: '2026-07-03' }]
    expect(effectiveEndsOn(june, spanning)).toBe('2026-07-04')
    expect(effectiveEndsOn(june, [{ status: 1, startsOn: '2026-07-01', endsOn: '2026-07-03' }])).toBe('2026-06-30')
    expect(effectiveEndsOn(june, [{ status: 1, startsOn: '2026-05-01', endsOn: '2026-05-03' }])).toBe('2026-06-30')
  })

  test('never take away a day of access: the number of days to learn stays the same [STR-06]', () => {
    const freeze = fc.record({ from: fc.integer({ min: 0, max: 29 }), length: fc.integer({ min: 0, max: 9 }) })
    fc.assert(
      fc.property(fc.array(freeze, { maxLength: 4 }), drawn => {
        const freezes = drawn.map(({ from, length }) => {
          const startsOn = addDays(june.startsOn, from)
          return { status: 1 as const, startsOn, endsOn: addDays(startsOn, length) }
        })
        const statuses = Array.from({ length: 120 }, (_, day) =>
          streamStatus({ ...june, freezes }, addDays(june.startsOn, day)),
        )
        expect(statuses.filter(status => status === 'open')).toHaveLength(30)
      }),
    )
  })
})

test('days left count today, down to 1 on the last day and 0 after it', () => {
  expect(['2026-06-01', '2026-06-29', '2026-06-30', '2026-07-01'].map(today => daysLeft(june, today))).toEqual([
    30, 2, 1, 0,
  ])
})

test.each<[string, StreamTerms, string, number, boolean]>([
  ['four days left', june, '2026-06-27', 3, false],
  ['three days left', june, '2026-06-28', 3, true],
  ['the last day', june, '2026-06-30', 3, true],
  ['ended', june, '2026-07-01', 3, false],
  ['warnings off', june, '2026-06-30', 0, false],
  [
    'frozen',
    { ...june, freezes: [{ status: 1, startsOn: '2026-06-30', endsOn: '2026-06-30' }] },
    '2026-06-30',
    3,
    false,
  ],
  ['by subscription', subscribed, '2026-06-30', 3, false],
  ['thirty days of warning', june, '2026-06-01', 30, true],
])('little time left: %s [STR-03, STR-09]', (_, stream, today, days, critical) => {
  expect(isCritical(stream, today, days)).toBe(critical)
})

test('a demo stream is listed only where the configuration allows it [STR-07]', () => {
  expect([
    isListed({ isDemo: true }, false),
    isListed({ isDemo: true }, true),
    isListed({ isDemo: false }, false),
  ]).toEqual([false, true, true])
})

test('each status has its tab, and Ongoing shows everything that has not ended [STR-08]', () => {
  const statuses: StreamStatus[] = ['open', 'started', 'not_started', 'freeze', 'stopped', 'ended']
  const inTab = (tab: 'ongoing' | 'active' | 'completed') => statuses.filter(status => isInTab(status, tab))
  expect(inTab('ongoing')).toEqual(['open', 'started', 'not_started', 'freeze', 'stopped'])
  expect(inTab('active')).toEqual(['open', 'started'])
  expect(inTab('completed')).toEqual(['ended'])
})

test('streams are sorted by status, then the later start, then the newer [STR-08]', () => {
  const stream = (id: number, status: StreamStatus, startsOn = '2026-06-01') => ({ id, status, startsOn })
  const drawn = [
    stream(9, 'ended', '2026-08-01'),
    stream(2, 'stopped'),
    stream(3, 'freeze'),
    stream(4, 'not_started'),
    stream(5, 'open'),
    stream(6, 'open', '2026-05-01'),
    stream(1, 'started', '2026-07-01'),
    stream(7, 'open'),
  ]
  expect(drawn.sort(compareStreams).map(({ id }) => id)).toEqual([1, 7, 5, 6, 4, 3, 2, 9])
})

test('progress is a whole percentage, at most 100, and 100 only when all is done [STR-01]', () => {
  const drawn = [
    [0, 10],
    [1, 3],
    [199, 200],
    [10, 10],
    [12, 10],
    [0, 0],
  ] as const
  expect(drawn.map(([done, total]) => progressPercent(done, total))).toEqual([0, 33, 99, 100, 100, 0])
})

test('homework sent back counts where it can be handed in again', () => {
  const streams = (['open', 'started', 'freeze', 'ended'] as const).map((status, at) => ({ status, sentBack: at + 1 }))
  expect(countSentBack(streams)).toBe(3)
})

test('filters ask for one of the chosen values of each option [STR-08]', () => {
  const options = [
    { id: 'level', trainingLessonOptionValues: ['beginner', 'advanced'] },
    { id: 'place', trainingLessonOptionValues: ['home'] },
  ]
  expect(matchesFilters(options, {})).toBe(true)
  expect(matchesFilters(options, { level: [] })).toBe(true)
  expect(matchesFilters(options, { level: ['expert', 'advanced'], place: ['home'] })).toBe(true)
  expect(matchesFilters(options, { level: ['advanced'], place: ['gym'] })).toBe(false)
  expect(matchesFilters(options, { language: ['es'] })).toBe(false)
})

test('who has a demo, or whose time is over, would have to buy the course to go on', () => {
  const statuses = ['open', 'started', 'not_started', 'freeze', 'ended', 'stopped'] as const
  const lacking = (isDemo: boolean) => statuses.filter(status => lacksAccess({ status, isDemo }))
  expect(lacking(false)).toEqual(['ended', 'stopped'])
  expect(lacking(true)).toEqual(statuses)
})
