import { expect, test } from 'vitest'
import { waitingTime } from './Waits.tsx'

test('the waiting time is shown in its largest units [STF-06]', () => {
  const after = (minutes: number) => waitingTime(1_800_000_000, 1_800_000_000_000 + minutes * 60_000)
  expect(after(-1)).toEqual({ key: 'inbox.waits.minutes', days: 0, hours: 0, minutes: 0 })
  expect(after(59)).toMatchObject({ key: 'inbox.waits.minutes', minutes: 59 })
  expect(after(61)).toMatchObject({ key: 'inbox.waits.hours', hours: 1, minutes: 1 })
  expect(after(2 * 1440 + 5 * 60)).toMatchObject({ key: 'inbox.waits.days', days: 2, hours: 5 })
})
