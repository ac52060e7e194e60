import { expect, test } from 'vitest'
import { type SubscriptionHappening, subscriptionFrom, subscriptionSpans } from './subscription-history.ts'

const begun: SubscriptionHappening = {
  kind: 'begun',
  on: '2026-12-01',
  plan: { amount: 1000, period: { count: 1, unit: 'month' } },
  trialDays: 0,
  graceDays: 14,
}
const paid = (on: string): SubscriptionHappening => ({ kind: 'paid', on, discount: 0 })
/** The states with their first days, and the reason of the end. */
const told = (history: readonly SubscriptionHappening[], today: string) =>
  subscriptionSpans(history, today, 14)
    .filter(({ startsOn, endsOn }) => endsOn !== startsOn)
    .map(({ state, startsOn, reason }) => [startsOn, state, ...(reason ? [reason] : [])].join(' '))

test('each state lasts until the next begins, and the last one has no end', () => {
  const history = [begun, paid('2026-12-01'), { kind: 'paused', on: '2026-12-11' } as const]
  expect(subscriptionSpans(history, '2026-12-20', 14)).toEqual([
    { state: 'created', startsOn: '2026-12-01', endsOn: '2026-12-01', reason: null },
    { state: 'active', startsOn: '2026-12-01', endsOn: '2026-12-11', reason: null },
    { state: 'paused', startsOn: '2026-12-11', endsOn: null, reason: null },
  ])
  expect(subscriptionSpans([], '2026-12-20', 14)).toEqual([])
  expect(subscriptionFrom(history, '2026-12-20', 14)?.state).toBe('paused')
})

test('one that was canceled ends on the day until which it is paid, by the reason that was given last', () => {
  const canceled = { kind: 'canceled', on: '2026-12-05', reason_type: 'price' } as const
  const history = [begun, paid('2026-12-01'), canceled]
  expect(told(history, '2026-12-31')).toEqual(['2026-12-01 active', '2026-12-05 ending'])
  expect(told(history, '2027-02-01').at(-1)).toBe('2027-01-01 ended price')
  const again = [
    ...history,
    { kind: 'resumed', on: '2026-12-06' } as const,
    { ...canceled, on: '2026-12-09', reason_type: 'time' } as const,
  ]
  expect(told(again, '2027-02-01').at(-1)).toBe('2027-01-01 ended time')
})

test('one that nobody paid for ends when the days of grace are over, or on the day on which it is canceled', () => {
  const history = [begun, paid('2026-12-01'), { kind: 'refused', on: '2027-01-01', refusal: 'declined' } as const]
  expect(told(history, '2027-01-14')).toEqual(['2026-12-01 active', '2027-01-01 past_due'])
  expect(told(history, '2027-03-01').at(-1)).toBe('2027-01-15 ended unpaid')
  const canceled = [...history, { kind: 'canceled', on: '2027-01-03', reason_type: 'technical' } as const]
  expect(told(canceled, '2027-03-01').at(-1)).toBe('2027-01-03 ended technical')
})

test('one whose payment went back ends on that day, by how it went back', () => {
  for (const taken of ['refund', 'chargeback'] as const)
    expect(told([begun, paid('2026-12-01'), { kind: 'stopped', on: '2026-12-24', taken }], '2027-01-01').at(-1)).toBe(
      `2026-12-24 ended ${taken}`,
    )
})

test('one that a bank took an earlier payment of ends with its days, by that', () => {
  const disputed = { kind: 'disputed', on: '2027-01-05' } as const
  const history = [begun, paid('2026-12-01'), paid('2027-01-01'), disputed]
  expect(told(history, '2027-01-20')).toEqual(['2026-12-01 active', '2027-01-05 ending'])
  expect(told(history, '2027-03-01').at(-1)).toBe('2027-02-01 ended chargeback')
  const late = [
    begun,
    paid('2026-12-01'),
    { kind: 'refused', on: '2027-01-01', refusal: 'declined' } as const,
    disputed,
  ]
  expect(told(late, '2027-03-01').at(-1)).toBe('2027-01-05 ended chargeback')
})

test('one that was canceled while its renewal was under way does not end before it was canceled', () => {
  const canceled = { kind: 'canceled', on: '2027-01-04', reason_type: 'break' } as const
  expect(told([begun, paid('2026-12-01'), canceled], '2027-01-05')).toEqual([
    '2026-12-01 active',
    '2027-01-04 ended break',
  ])
})

const yearly = { amount: 9000, period: { count: 1, unit: 'year' } } as const
/** As it stands on a day, after a first month was paid for. */
const after = (history: readonly SubscriptionHappening[], today: string) =>
  subscriptionFrom([begun, paid('2026-12-01'), ...history], today, 14)

test('a subscription is what its history has made of it', () => {
  expect(after([{ kind: 'planned', on: '2026-12-05', plan: yearly }], '2026-12-20')).toMatchObject({
    plan: yearly,
    paidUntil: '2027-01-01',
  })
  const moved = { kind: 'moved', on: '2026-12-05', to: '2027-01-10' } as const
  expect(after([moved], '2026-12-20')).toMatchObject({ state: 'active', paidUntil: '2027-01-10' })
  expect(after([{ kind: 'missed', on: '2027-03-01' }], '2027-03-01')?.paidUntil).toBe('2027-03-01')
  const changed = { kind: 'changed', on: '2026-12-11', plan: yearly } as const
  expect(after([changed], '2026-12-20')).toMatchObject({ plan: yearly, paidUntil: '2027-12-11' })
  const paused = { kind: 'paused', on: '2026-12-11' } as const
  expect(after([paused, changed], '2026-12-20'), 'not in a pause').toMatchObject({ state: 'paused', plan: begun.plan })
  const canceled = { kind: 'canceled', on: '2026-12-05' } as const
  expect(after([canceled, { kind: 'resumed', on: '2026-12-06' }], '2026-12-20')?.state).toBe('active')
  const stopped = { kind: 'stopped', on: '2026-12-24', taken: 'chargeback' } as const
  expect(after([stopped, { kind: 'restored', on: '2027-02-01' }], '2027-02-01')).toMatchObject({
    state: 'ending',
    paidUntil: '2027-02-09',
  })
  expect(subscriptionFrom([], '2026-12-20', 14)).toBeUndefined()
})

test('a payment that came too late to be used opens nothing', () => {
  expect(after([{ ...paid('2026-12-02'), isUnused: true }], '2026-12-20')?.paidUntil).toBe('2027-01-01')
  expect(after([paid('2026-12-02')], '2026-12-20')?.paidUntil).toBe('2027-02-01')
})

test('a state that payments only prolong is told once', () => {
  expect(told([begun, paid('2026-12-01'), paid('2027-01-01')], '2027-01-20')).toEqual(['2026-12-01 active'])
})

test('an app store’s word is taken as it is, and ends a subscription as unpaid, as canceled, or as refunded', () => {
  const word = (state: 'active' | 'ending' | 'ended', isRevoked = false) =>
    ({
      kind: 'told',
      on: '2026-12-10',
      state,
      paidUntil: '2027-01-01',
      closesOn: '2027-01-04',
      amount: 990,
      isRevoked,
    }) as const
  expect(after([word('active')], '2026-12-20')).toMatchObject({
    state: 'active',
    paidUntil: '2027-01-01',
    closesOn: '2027-01-04',
    plan: { amount: 990, period: begun.plan.period },
  })
  const reasonOf = (...words: SubscriptionHappening[]) =>
    told([begun, paid('2026-12-01'), ...words], '2027-02-01').at(-1)
  expect(reasonOf(word('ended'))).toBe('2026-12-10 ended unpaid')
  expect(reasonOf(word('ended', true))).toBe('2026-12-10 ended refund')
  expect(reasonOf(word('ending'))).toBe('2027-01-04 ended other')
})

test('what ended before reasons were asked for was canceled for another one, or refunded', () => {
  const ended = (one: SubscriptionHappening) => told([begun, paid('2026-12-01'), one], '2027-02-01').at(-1)
  expect(ended({ kind: 'canceled', on: '2026-12-05' })).toBe('2027-01-01 ended other')
  expect(ended({ kind: 'stopped', on: '2026-12-05' })).toBe('2026-12-05 ended refund')
})
