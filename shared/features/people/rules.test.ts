import { expect, test } from 'vitest'
import { type ChangeOfMany, outcomeOf, whyNotInvited } from './rules.ts'

const person = { id: 7, email: 'ada@example.com', role: 'learner' as const, status: 10, blocked_at: null }
const blocked = { ...person, blocked_at: 1 }
const outcome = (change: ChangeOfMany, of: Parameters<typeof outcomeOf>[1]) => outcomeOf(change, of, 1)

test('what a change would do to each of many is known before [STF-11]', () => {
  expect(outcome({ kind: 'role', role: 'expert' }, person)).toBe('changed')
  expect(outcome({ kind: 'role', role: 'learner' }, person)).toBe('same')
  expect(outcome({ kind: 'block', reason: 'x' }, person)).toBe('changed')
  expect(outcome({ kind: 'block', reason: 'x' }, blocked)).toBe('same')
  expect(outcome({ kind: 'unblock' }, blocked)).toBe('changed')
  expect(outcome({ kind: 'unblock' }, person)).toBe('same')
  expect(outcome({ kind: 'invite' }, person)).toBe('changed')
  expect(outcome({ kind: 'invite' }, blocked)).toBe('not_active')
  expect(outcome({ kind: 'invite' }, { ...person, status: 0 })).toBe('not_active')
  expect(outcome({ kind: 'invite' }, { ...person, email: null })).toBe('no_email')
  expect(outcomeOf({ kind: 'block', reason: 'x' }, person, 7)).toBe('not_oneself')
  expect(whyNotInvited({ isActive: true, email: 'ada@example.com' })).toBeUndefined()
})
