import { expect, test } from 'vitest'
import {
  isAgreedHere,
  isPlaceOver,
  type KeepingTerms,
  planFilm,
  type RecordedPart,
  takesParts,
} from './recording-rules.ts'

const hour = 3_600_000
const span = { startedAt: 10_000, endedAt: 70_000 }
const part = (mediaId: number, beganAt: number, status: RecordedPart['status'] = 'DONE'): RecordedPart => {
  return { mediaId, status, beganAt }
}

test.each<[string, RecordedPart[], now: number, unknown]>([
  [
    'both are ready',
    [part(1, 11_000), part(2, 12_500)],
    71_000,
    [
      { id: 1, at: 0, most: 59_000 },
      { id: 2, at: 1500, most: 57_500 },
    ],
  ],
  [
    'a clock that is slow counts from the beginning',
    [part(1, 2000), part(2, 12_000)],
    71_000,
    [
      { id: 1, at: 0, most: 60_000 },
      { id: 2, at: 2000, most: 58_000 },
    ],
  ],
  ['one is converted', [part(1, 11_000), part(2, 12_500, 'UPLOADED')], 71_000, 'later'],
  ['one is converted for long', [part(1, 11_000), part(2, 12_500, 'UPLOADED')], 9 * hour, 'later'],
  ['one has not come', [part(1, 11_000)], 71_000, 'later'],
  ['one has not come in time', [part(1, 11_000)], 70_000 + 6 * hour, [{ id: 1, at: 0, most: 59_000 }]],
  ['one cannot be used', [part(1, 11_000), part(2, 12_500, 'FAIL')], 71_000, [{ id: 1, at: 0, most: 59_000 }]],
  ['one began when all was over', [part(1, 11_000), part(2, 99_000)], 71_000, [{ id: 1, at: 0, most: 59_000 }]],
  ['none can be used', [part(1, 11_000, 'FAIL'), part(2, 12_500, 'FAIL')], 71_000, 'never'],
  ['none has come', [], 71_000, 'later'],
  ['none has come in time', [], 70_000 + 6 * hour, 'never'],
])('%s [CNS-19]', (_, parts, now, plan) => {
  expect(planFilm(parts, span, now)).toEqual(plan)
})

test('parts are taken for six hours [CNS-19]', () => {
  expect([takesParts(0, 6 * hour - 1), takesParts(0, 6 * hour)]).toEqual([true, false])
})

test('consent is of the page that gave it, not of another, nor of one that has started over [CNS-19]', () => {
  expect(['phone000.0', 'phone000.1', 'tablet00.0'].map(page => isAgreedHere('phone000.0', page))).toEqual([
    true,
    false,
    false,
  ])
  expect(isAgreedHere(null, 'phone000.0')).toBe(false)
})

const terms: KeepingTerms = {
  startsOn: '2027-01-01',
  endsOn: '2027-01-31',
  isOptionalPurchase: false,
  hasActiveSubscription: false,
  subscriptionStatus: null,
  freezes: [],
}
const frozen = { status: 1, startsOn: '2027-01-30', endsOn: '2027-02-03' } as const

test.each<[string, Partial<KeepingTerms>, today: string, boolean]>([
  ['on its last day', {}, '2027-01-31', false],
  ['after it', {}, '2027-02-01', true],
  ['moved by a freeze', { freezes: [frozen] }, '2027-02-05', false],
  ['after a freeze', { freezes: [frozen] }, '2027-02-06', true],
  ['stopped by staff', { isStopped: true }, '2027-01-10', false],
  ['stopped and past', { isStopped: true }, '2027-02-01', true],
  [
    'by a subscription that runs',
    { isOptionalPurchase: true, hasActiveSubscription: true, subscriptionStatus: 'Active' },
    '2028-01-01',
    false,
  ],
  ['by one that pauses', { isOptionalPurchase: true, subscriptionStatus: 'Active' }, '2028-01-01', false],
  [
    'cancelled, with time left',
    { isOptionalPurchase: true, hasActiveSubscription: true, subscriptionStatus: 'Canceled' },
    '2028-01-01',
    false,
  ],
  ['cancelled and run out', { isOptionalPurchase: true, subscriptionStatus: 'Canceled' }, '2027-01-02', true],
  ['with none', { isOptionalPurchase: true }, '2027-01-02', true],
])('a place %s keeps its recordings or not [CNS-19]', (_, change, today, isOver) => {
  expect(isPlaceOver({ ...terms, ...change }, today)).toBe(isOver)
})
