import { expect, test } from 'vitest'
import { reminderFromWire, reminderToWire } from './forms.ts'

const wire = { id: 3, weekdays: [1, 5], time: '07:30', is_enabled: true, text: 'Breathe', next_at: 1_780_000_000 }

test('a reminder comes with its next time in milliseconds, and with none while it is off', () => {
  const reminder = { id: 3, weekdays: [1, 5], time: '07:30', isEnabled: true, text: 'Breathe' }
  expect(reminderFromWire(wire)).toEqual({ ...reminder, nextAt: 1_780_000_000_000 })
  expect(reminderFromWire({ ...wire, is_enabled: false, next_at: null })).toEqual({
    ...reminder,
    isEnabled: false,
    nextAt: undefined,
  })
})

test('a reminder is sent with its text trimmed', () => {
  const { id: _, next_at: _next, ...settings } = wire
  expect(reminderToWire({ weekdays: [1, 5], time: '07:30', isEnabled: true, text: ' Breathe\n' })).toEqual(settings)
})
