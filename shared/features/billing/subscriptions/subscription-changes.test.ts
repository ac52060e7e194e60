import { expect, test } from 'vitest'
import { changeHappening, possibleChanges } from './subscription-changes.ts'
import { beginSubscription, type Plan, type SubscriptionState } from './subscription.ts'

const plan: Plan = { amount: 3000, period: { count: 1, unit: 'month' } }

test.each<[SubscriptionState, string[]]>([
  ['created', ['stop']],
  ['trial', ['cancel', 'stop', 'move', 'plan']],
  ['active', ['pause', 'cancel', 'stop', 'move', 'plan']],
  ['past_due', ['cancel', 'stop']],
  ['paused', ['resume', 'cancel', 'stop', 'plan']],
  ['ending', ['resume', 'stop']],
  ['ended', []],
])('with a subscription that is %s staff can do: %o', (state, changes) => {
  expect(possibleChanges({ ...beginSubscription(plan, '2027-01-01', 0), state }, false)).toEqual(changes)
})

test('one that is to end is not resumed while a bank holds a payment of it; one that is paused is', () => {
  const changes = (state: SubscriptionState) =>
    possibleChanges({ ...beginSubscription(plan, '2027-01-01', 0), state }, true)
  expect(changes('ending')).toEqual(['stop'])
  expect(changes('paused')).toContain('resume')
})

test('what staff do is written down with its day and reason', () => {
  const written = { on: '2027-01-05', reason: 'asked by phone' }
  const asked = { to: undefined, plan: undefined, reason: written.reason }
  const happening = (more: Partial<Parameters<typeof changeHappening>[0]>) =>
    changeHappening({ ...asked, kind: 'pause', ...more }, '2027-01-05')
  expect(happening({})).toEqual({ ...written, kind: 'paused' })
  expect(happening({ kind: 'resume' })).toEqual({ ...written, kind: 'resumed' })
  expect(happening({ kind: 'cancel' })).toEqual({ ...written, kind: 'canceled', reason_type: 'other' })
  expect(happening({ kind: 'stop' })).toEqual({ ...written, kind: 'stopped', taken: 'school' })
  expect(happening({ kind: 'move', to: '2027-02-01' })).toEqual({ ...written, kind: 'moved', to: '2027-02-01' })
  expect(happening({ kind: 'plan', plan })).toEqual({ ...written, kind: 'planned', plan })
})

test('nothing is moved without a day, and no plan is changed without a plan', () => {
  const asked = { to: undefined, plan: undefined, reason: 'x' }
  expect(changeHappening({ ...asked, kind: 'move' }, '2027-01-05')).toBeUndefined()
  expect(changeHappening({ ...asked, kind: 'plan' }, '2027-01-05')).toBeUndefined()
})
