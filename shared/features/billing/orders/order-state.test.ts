import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerEntry, type OrderFacts, orderState } from './order-state.ts'

const day = 86_400_000
const terms = { closesAt: 7 * day, graceMs: 14 * day }
const whole = { ...terms, invoices: [{ id: 1, amount: 9900, dueAt: 0 }] }
const instalments = {
  ...terms,
  invoices: [0, 30, 60].map((due, index) => ({ id: index + 1, amount: 3300, dueAt: due * day })),
}
const entry = (kind: LedgerEntry['kind'], amount: number, invoiceId = 1): LedgerEntry => ({ invoiceId, kind, amount })
const at = (facts: Omit<OrderFacts, 'entries'>, entries: LedgerEntry[], onDay = 1) =>
  orderState({ ...facts, entries }, onDay * day)

test('an order waits to be paid, is closed after its time, and is open once it is paid, even after that', () => {
  expect(at(whole, [], 6.99)).toMatchObject({ status: 'waiting', isOpen: false, owed: 9900 })
  expect(at(whole, [], 7)).toMatchObject({ status: 'closed', isOpen: false })
  expect(at(whole, [entry('payment', 9899)])).toMatchObject({ status: 'waiting', owed: 1 })
  expect(at(whole, [entry('payment', 9900)], 8)).toMatchObject({ status: 'paid', isOpen: true, owed: 0, excess: 0 })
})

test('an order that a discount has made free is open without a payment', () => {
  const free = { ...terms, invoices: [{ id: 1, amount: 0, dueAt: 0 }] }
  expect(at(free, [], 100)).toMatchObject({ status: 'paid', isOpen: true, paid: 0 })
})

test('a refund in part leaves an order open, the rest of it closes it', () => {
  const paid = entry('payment', 9900)
  expect(at(whole, [paid, entry('refund', 9899)])).toMatchObject({ status: 'paid', isOpen: true, refunded: 9899 })
  expect(at(whole, [paid, entry('refund', 9899), entry('refund', 1)])).toMatchObject({
    status: 'refunded',
    isOpen: false,
  })
})

test('a chargeback closes an order until it is reversed', () => {
  const disputed = [entry('payment', 9900), entry('chargeback', 9900)]
  expect(at(whole, disputed)).toMatchObject({ status: 'disputed', isOpen: false })
  expect(at(whole, [...disputed, entry('chargeback_reversal', 9900)])).toMatchObject({ status: 'paid', isOpen: true })
})

test('a refund that did not arrive is none: the order is open again, and can be sent back again', () => {
  const failed = [entry('payment', 9900), entry('refund', 9900), entry('refund_reversal', 9900)]
  expect(at(whole, failed)).toMatchObject({ status: 'paid', isOpen: true, refunded: 0, excess: 0 })
  expect(at(whole, [...failed, entry('refund', 9900)])).toMatchObject({ status: 'refunded', isOpen: false })
  expect(at(whole, [entry('payment', 9900), ...failed])).toMatchObject({ isOpen: true, excess: 9900 })
})

test('a chargeback of one of two payments leaves the order open, and nothing is sent back besides', () => {
  const disputed = [entry('payment', 9900), entry('payment', 9900), entry('chargeback', 9900)]
  expect(at(whole, disputed)).toMatchObject({ status: 'paid', isOpen: true, excess: 0 })
})

test('of an order that is closed, refunded or disputed nothing is owed, however many instalments were to come', () => {
  const first = entry('payment', 3300)
  expect(at(instalments, [first, entry('refund', 3300)], 70)).toMatchObject({ status: 'refunded', owed: 0 })
  expect(at(instalments, [first, entry('chargeback', 3300)], 70)).toMatchObject({ status: 'disputed', owed: 0 })
  expect(at(whole, [], 8)).toMatchObject({ status: 'closed', owed: 0 })
})

test('what was paid twice is to be sent back, and is no more once it has been', () => {
  const twice = [entry('payment', 9900), entry('payment', 9900)]
  expect(at(whole, twice)).toMatchObject({ isOpen: true, excess: 9900 })
  expect(at(whole, [...twice, entry('refund', 9900)])).toMatchObject({ isOpen: true, excess: 0, refunded: 9900 })
})

test('instalments are open from the first, close when one is late beyond its grace, and open again once it is paid', () => {
  const first = entry('payment', 3300)
  expect(at(instalments, [], 0)).toMatchObject({ status: 'waiting', owed: 3300 })
  expect(at(instalments, [first], 29)).toMatchObject({ status: 'paid', owed: 0 })
  expect(at(instalments, [first], 43.9)).toMatchObject({ status: 'paid', isOpen: true, owed: 3300 })
  expect(at(instalments, [first], 44)).toMatchObject({ status: 'overdue', isOpen: false, owed: 3300 })
  expect(at(instalments, [first, entry('payment', 3300, 2)], 45)).toMatchObject({ status: 'paid', isOpen: true })
})

test('the order in which entries were told changes nothing', () => {
  const kinds = fc.constantFrom('payment', 'refund', 'refund_reversal', 'chargeback', 'chargeback_reversal')
  const anEntry = fc.record({
    invoiceId: fc.integer({ min: 1, max: 3 }),
    kind: kinds,
    amount: fc.integer({ min: 1, max: 5000 }),
  })
  const told = fc
    .array(anEntry, { maxLength: 12 })
    .chain(entries => fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })))
  fc.assert(
    fc.property(told, fc.integer({ min: 0, max: 90 }), ([entries, shuffled], onDay) => {
      const state = at(instalments, entries, onDay)
      expect(at(instalments, shuffled, onDay)).toEqual(state)
      expect(state.isOpen && state.paid <= state.refunded && state.paid > 0).toBe(false)
    }),
  )
})
