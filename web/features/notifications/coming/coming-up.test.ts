import { expect, test } from 'vitest'
import type { DayStatus, UserStream } from '#shared/features/streams/forms.ts'
import { byDate, comingInCourse, comingReminders } from './coming-up.ts'

const stream = (over: Partial<UserStream>) =>
  ({ id: 5, status: 'open', startsOn: '2026-11-01', endsOn: '2026-12-20', ...over }) as UserStream
const day = (opensOn: string, over: Partial<DayStatus> = {}) =>
  ({ opensOn, state: 'locked', lockReason: 'not_yet', ...over }) as DayStatus
const shown = (over: Partial<UserStream>, days: DayStatus[] = []) =>
  comingInCourse({ stream: stream(over), title: 'Yoga', href: '/x', days }, '2026-11-25', 'Europe/Madrid').map(
    ({ kind, date }) => `${kind} ${date}`,
  )

test('a course tells its start, then its end and the days that open in a week, a paused one when it goes on [RTE-07]', () => {
  expect(shown({ status: 'not_started', startsOn: '2026-11-30' })).toEqual(['starts 2026-11-30'])
  expect(shown({}, [day('2026-11-26'), day('2026-11-26'), day('2026-12-02'), day('2026-12-03')])).toEqual([
    'day 2026-11-26',
    'day 2026-12-02',
    'ends 2026-12-20',
  ])
  const freeze = { status: 'active', startDate: 0, endDate: Date.parse('2026-11-27T22:59:00Z') } as const
  expect(shown({ status: 'freeze', userCourseStreamFreeze: freeze })).toEqual(['goesOn 2026-11-28', 'ends 2026-12-20'])
  expect(shown({ isOptionalPurchase: true })).toEqual([])
  expect(shown({ status: 'ended', endsOn: '2026-11-30' })).toEqual([])
})

test('a day that is open, or waits for something else than its date, is not told', () => {
  const days = [
    day('2026-11-25'),
    day('2026-11-26', { state: 'open' }),
    day('2026-11-26', { state: 'rest' }),
    day('2026-11-26', { lockReason: 'homework' }),
  ]
  expect(shown({ isOptionalPurchase: true }, days)).toEqual([])
})

test('reminders come on the learner’s own date, and each date is in the order of the clock', () => {
  const at = Date.parse('2026-11-25T23:30:00Z')
  const reminder = { id: 1, weekdays: [1], time: '00:30', isEnabled: true, text: 'Stretch', nextAt: at }
  const reminders = comingReminders(
    [reminder, { ...reminder, id: 2, nextAt: at - 60_000 }, { ...reminder, id: 3, isEnabled: false }],
    '/r',
    'Europe/Madrid',
  )
  const starts = comingInCourse(
    { stream: stream({ status: 'not_started', startsOn: '2026-11-26' }), title: 'Yoga', href: '/x', days: [] },
    '2026-11-25',
    'Europe/Madrid',
  )
  const dates = byDate([...reminders, ...starts])
  expect(dates.map(([date, all]) => [date, all.map(({ id }) => id)])).toEqual([
    ['2026-11-26', ['starts 5 2026-11-26', 'reminder 2', 'reminder 1']],
  ])
})
