import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scoreFromWire } from './forms.ts'
import { balance } from './rules.ts'

test('a ledger line comes in milliseconds and keeps its sign [PTS-01]', () => {
  const wire = { id: 7, amount: -200, type: 'debit', created_at: 1_700_000_000, updated_at: 1_700_000_060 }
  expect(scoreFromWire(wire)).toEqual({
    id: 7,
    amount: -200,
    type: 'debit',
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_060_000,
  })
})

test('the balance adds what was earned and takes what was spent, in any order [PTS-01]', () => {
  expect(balance([])).toBe(0)
  expect(balance([{ amount: 250 }, { amount: -200 }])).toBe(50)
  fc.assert(
    fc.property(fc.array(fc.record({ amount: fc.integer() })), entries => {
      return balance(entries) === balance([...entries].reverse())
    }),
  )
})
