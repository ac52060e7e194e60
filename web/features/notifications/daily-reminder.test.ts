import { beforeEach, expect, test, vi } from 'vitest'
import { addDailyReminder } from './daily-reminder.ts'
import { addReminder } from './data.ts'
import { askPush } from './browser-push.ts'

vi.mock('./data.ts', () => ({ addReminder: vi.fn(async () => ({})) }))
vi.mock('./browser-push.ts', () => ({ askPush: vi.fn() }))

const ask = vi.mocked(askPush)
const add = vi.mocked(addReminder)
const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7], time: '07:30', isEnabled: true, text: '' }

beforeEach(() => void add.mockClear())

test.each(['on', 'refused', 'unsupported'] as const)(
  'where notifications are %s there is a reminder, and how it comes is said',
  async way => {
    ask.mockResolvedValueOnce(way)
    expect(await addDailyReminder('07:30', 'a key')).toBe(way)
    expect(add.mock.calls).toEqual([[daily, 'a key']])
  },
)

test('a push service that cannot be reached leaves the reminder to e-mail; a school that cannot be reached is an error', async () => {
  ask.mockRejectedValue(new Error('push service'))
  expect(await addDailyReminder('07:30', 'a key')).toBe('unsupported')
  expect(add).toHaveBeenCalledOnce()
  add.mockRejectedValueOnce(new Error('offline'))
  await expect(addDailyReminder('07:30', 'a key')).rejects.toThrow('offline')
})
