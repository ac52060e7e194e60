import { expect, test } from 'vitest'
import { readApart } from './read-apart.ts'

const range = { from: Date.parse('2026-12-01T00:00:00Z'), until: Date.parse('2027-12-31T00:00:00Z') }
const calendar = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'BEGIN:VEVENT',
    'UID:1',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const plain = calendar('DTSTART:20261207T100000', 'DURATION:PT1H')
const bomb = calendar('DTSTART:20200101T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
const read = (text: string, expertId: number) => readApart(text, { expertId, timeZone: 'Europe/Madrid', range })

test('a calendar is read by a process of its own, and who sends bombs keeps nobody else waiting [SEC-08]', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 50)
  const done: string[] = []
  const noting = async (name: string, reading: ReturnType<typeof read>) => {
    const answer = await reading
    done.push(name)
    return answer
  }
  const bombs = [1, 2, 3].map(number => noting(`bomb ${number}`, read(bomb, 1)))
  const other = noting('other', read(plain, 2))
  expect(await Promise.all(bombs)).toEqual(['too_large', 'too_large', 'too_large'])
  expect(await other).toEqual([{ from: Date.parse('2026-12-07T09:00:00Z'), until: Date.parse('2026-12-07T10:00:00Z') }])
  expect(done.indexOf('other')).toBeLessThan(done.indexOf('bomb 2'))
  clearInterval(timer)
  // Whoever reads a bomb does nothing else for two seconds.
  expect(turns).toBeGreaterThan(20)
}, 120_000)

test('what is no calendar is told from one that is too large', async () => {
  expect(await read('<html></html>', 3)).toBe('not_a_calendar')
}, 60_000)
