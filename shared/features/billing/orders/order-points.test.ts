import { expect, test } from 'vitest'
import { pointRange, pointsKept, worthOf } from './order-points.ts'

const euro = { currency: 'EUR' }
const rules = { least: 200, usual: 200 }

test.each([
  [200, 100, 10_000, 200],
  [199, 150, 10_000, 298],
  [1_000_000_000, 9_999_999_999, 500, 500],
  [300, 1, 10_000, 3],
  // Less than half a euro cannot be paid.
  [450, 100, 500, 450],
  [451, 100, 500, 500],
])('%i points of %i for 100 take, off %i, %i', (points, valueOf100, price, worth) => {
  expect(worthOf(points, { valueOf100, price, currency: 'EUR' })).toBe(worth)
})

test('at the most all that one has can be spent, or as many as the price takes; from the least on [PTS-04]', () => {
  const range = (balance: number, price: number, valueOf100 = 100) =>
    pointRange({ ...euro, balance, price, valueOf100 }, rules)
  expect(range(500, 10_000)).toEqual({ least: 200, most: 500, usual: 200 })
  expect(range(500, 250)).toEqual({ least: 200, most: 250, usual: 200 })
  expect(range(500, 251, 150)).toBeUndefined()
  expect(range(200, 10_000)).toEqual({ least: 200, most: 200, usual: 200 })
  expect(range(199, 10_000)).toBeUndefined()
  expect(pointRange({ ...euro, balance: 500, price: 10_000, valueOf100: 100 }, { least: 100, usual: 900 })?.usual).toBe(
    500,
  )
  expect(pointRange({ ...euro, balance: 500, price: 10_000, valueOf100: 100 }, { least: 300, usual: 200 })?.usual).toBe(
    300,
  )
  expect(pointRange({ ...euro, balance: 1, price: 10_000, valueOf100: 1 }, { least: 1, usual: 1 })).toBeUndefined()
})

test('an order keeps as large a share of its points as of the money for what they lowered [PTS-03]', () => {
  const lowered = [
    { id: 1, amount: 300 },
    { id: 2, amount: 700 },
  ]
  const line = (kind: string, amount: number, invoiceId = 1) => ({ kind, amount, invoiceId })
  const kept = (status: 'waiting' | 'paid' | 'closed', ...entries: ReturnType<typeof line>[]) =>
    pointsKept(500, { status, lowered, entries })
  expect(kept('waiting')).toBe(500)
  expect(kept('paid', line('payment', 300), line('refund', 3))).toBe(499)
  expect(kept('paid', line('payment', 300), line('payment', 700, 2), line('refund', 300), line('refund', 100, 2))).toBe(
    300,
  )
  const sentBack = [line('payment', 300), line('refund', 300)]
  expect(kept('paid', ...sentBack, line('refund_reversal', 300))).toBe(500)
  // What was paid twice and sent back is nobody's share.
  expect(kept('paid', line('payment', 300), line('payment', 300), line('refund', 300))).toBe(500)
  // What was sent back of another invoice, as of a later period, is not either.
  expect(kept('paid', line('payment', 300), line('payment', 300, 3), line('refund', 300, 3))).toBe(500)
  expect(kept('paid', line('payment', 300), line('chargeback', 300))).toBe(500)
  expect(kept('closed', line('payment', 300))).toBe(0)
  expect(pointsKept(500, { status: 'paid', lowered: [{ id: 1, amount: 0 }], entries: [] })).toBe(500)
})
