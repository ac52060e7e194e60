import { expect, test } from 'vitest'
import { type ChargeRefusal, nextTryDay, remedyOf } from './retries.ts'

/** On which days after the due one a charge is tried that is always refused for the same reason. */
function daysOfTries(refusal: ChargeRefusal, graceDays = 14) {
  const days = [0]
  for (;;) {
    const next = nextTryDay(refusal, days.at(-1) ?? 0, graceDays)
    if (next === undefined) return days
    days.push(next)
  }
}

test('a charge that may yet succeed is tried again over the days of grace, and not after them', () => {
  expect(daysOfTries('insufficient_funds')).toEqual([0, 1, 3, 5, 7, 10, 13])
  expect(daysOfTries('declined', 6)).toEqual([0, 1, 3, 5])
  expect(daysOfTries('declined', 0)).toEqual([0])
})

test('a provider that cannot be reached is tried every day', () => {
  expect(daysOfTries('unavailable', 4)).toEqual([0, 1, 2, 3])
})

test('a card that cannot work and a charge that wants a confirmation wait for the learner', () => {
  const remedies = { expired_card: 'another_card', stolen_card: 'another_card', revoked: 'another_card' }
  for (const [refusal, remedy] of Object.entries({ ...remedies, authentication_required: 'confirm' })) {
    expect(remedyOf(refusal as ChargeRefusal)).toBe(remedy)
    expect(daysOfTries(refusal as ChargeRefusal)).toEqual([0])
  }
  expect(remedyOf('insufficient_funds')).toBe('wait')
})
