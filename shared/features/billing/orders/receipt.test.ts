import { expect, test } from 'vitest'
import { percentText, type ReceiptFacts, receiptLines } from './receipt.ts'

const facts: ReceiptFacts = {
  kind: 'receipt',
  amount: 6500,
  invoice: { number: 1, amount: 6500, credit: 1000 },
  parts: 1,
  fullAmount: 10_000,
  orderAmount: 7500,
  pointsDiscount: 500,
}

/** The lines as they are told, after their sum was checked. */
function lines(more: Partial<ReceiptFacts>) {
  const told = receiptLines({ ...facts, ...more })
  expect(told.reduce((sum, { amount }) => sum + amount, 0)).toBe(more.amount ?? facts.amount)
  return told.map(({ kind, amount }) => `${kind} ${amount}`)
}

test('a receipt tells the full price, and what a code, points and an earlier plan took off it', () => {
  expect(lines({})).toEqual(['price 10000', 'discount -2000', 'points -500', 'credit -1000'])
})

test('what took nothing off has no line', () => {
  const invoice = { number: 1, amount: 10_000, credit: 0 }
  const plain = { amount: 10_000, invoice, orderAmount: 10_000, pointsDiscount: 0 }
  expect(lines(plain)).toEqual(['price 10000'])
  expect(
    lines({ ...plain, amount: 9500, invoice: { ...invoice, amount: 9500 }, orderAmount: 9500, pointsDiscount: 500 }),
  ).toEqual(['price 10000', 'points -500'])
})

test('a code and points lower the first invoice of an order alone', () => {
  expect(lines({ amount: 9000, invoice: { number: 2, amount: 9000, credit: 1000 } })).toEqual([
    'price 10000',
    'credit -1000',
  ])
})

test('a payment that is not of the whole invoice, and what goes back, is one line', () => {
  expect(lines({ amount: 6400 })).toEqual(['price 6400'])
  expect(lines({ kind: 'credit_note' })).toEqual(['price 6500'])
})

test('an instalment is told as a part of the price, and what goes back of it is not', () => {
  expect(lines({ parts: 3 })).toEqual(['part 6500'])
  expect(lines({ parts: 3, kind: 'credit_note' })).toEqual(['price 6500'])
})

test('a rate is written with the decimal sign of the language, and no more digits than it has', () => {
  expect([percentText(2000, 'en'), percentText(550, 'en'), percentText(550, 'ru')]).toEqual(['20', '5.5', '5,5'])
  expect(percentText(525, 'es')).toBe('5,25')
})
