import { expect, test } from 'vitest'
import { scoreFromWire } from './forms.ts'
import { leftToSpend } from './rules.ts'

test('a ledger line comes in milliseconds and keeps its sign [PTS-01]', () => {
  const wire = {
    id: 7,
    amount: -200,
    type: 'debit',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_060,
    about: null,
    note: 'Well done',
  }
  expect(scoreFromWire(wire)).toEqual({
    id: 7,
    amount: -200,
    type: 'debit',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_060_000,
    about: null,
    note: 'Well done',
  })
})

test.each([
  [0, 200, 200],
  [199, 200, 1],
  [200, 200, 0],
  [450, 200, 0],
  [200, 350, 150],
])('a balance of %i lacks, from %i on, %i points', (balance, threshold, left) => {
  expect(leftToSpend(balance, threshold)).toBe(left)
})
