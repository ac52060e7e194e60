import { expect, test } from 'vitest'
import { busyTimes } from './read-calendar.ts'

const range = { from: Date.parse('2026-12-01T00:00:00Z'), until: Date.parse('2027-12-31T00:00:00Z') }
const calendar = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    ...events.flatMap((event, index) => ['BEGIN:VEVENT', `UID:${index}`, ...event.split('|'), 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const busy = (...events: string[]) =>
  busyTimes(calendar(...events), 'UTC', range).map(({ from }) => new Date(from).toISOString())

test('a calendar of many years is read [CNS-15]', () => {
  const past = Array.from({ length: 1000 }, (_, index) => {
    const year = 2010 + (index % 10)
    return `DTSTART:${year}0101T100000Z|DTEND:${year}0101T110000Z`
  })
  expect(busy(...past, 'DTSTART:20261208T100000Z|DTEND:20261208T110000Z')).toEqual(['2026-12-08T10:00:00.000Z'])
})

test.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;INTERVAL=99999999999',
])('a rule that never comes true is given up: %s [SEC-05]', rule => {
  expect(() => busy(`DTSTART:20200101T100000Z|DURATION:PT1H|RRULE:${rule}`)).toThrow(/timed out/)
})

const daily = 'DTSTART:20261207T100000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3'
const moved = 'RECURRENCE-ID:20261208T100000Z|DTSTART:20261208T150000Z|DURATION:PT1H'
const [monday, tuesday, wednesday, later] = ['07T10', '08T10', '09T10', '08T15'].map(
  time => `2026-12-${time}:00:00.000Z`,
)

test('what was moved or left out of a series is busy where it is now [CNS-15]', () => {
  const text = calendar(`${daily}|EXDATE:20261209T100000Z`, moved).replace('UID:1', 'UID:0')
  expect(busyTimes(text, 'UTC', range).map(({ from }) => new Date(from).toISOString())).toEqual([monday, later])
})

test('one time of somebody else’s series is busy, and moves nothing of one’s own [CNS-15]', () => {
  expect(busy(daily, moved)).toEqual([monday, tuesday, wednesday, later])
})
