import { expect, test } from 'vitest'
import { purchaseError, purchaseErrors, schedulingStore, storeAliases, type StoreWord, toldState } from './app-store.ts'

test('a store schedules what it has sold; our own orders, also of older devices, are scheduled by nobody else', () => {
  expect((['apple', 'google', 'own', undefined] as const).map(schedulingStore)).toEqual([
    'apple',
    'google',
    undefined,
    undefined,
  ])
})

test('products are coded for each store under the name of its system', () => {
  expect(storeAliases).toEqual({ apple: 'ios', google: 'android' })
})

test('a failure has one of ten names; one that the shell does not name is unknown [ERR-05]', () => {
  expect(purchaseErrors.map(name => name.replace('ERR_', ''))).toEqual([
    'SETUP',
    'LOAD',
    'PURCHASE',
    'PAYMENT_CANCELLED',
    'PAYMENT_INVALID',
    'PAYMENT_NOT_ALLOWED',
    'VERIFICATION_FAILED',
    'PAYMENT_EXPIRED',
    'PRODUCT_NOT_AVAILABLE',
    'UNKNOWN',
  ])
  expect(purchaseErrors.map(purchaseError)).toEqual(purchaseErrors)
  expect([undefined, 'ERR_OTHER'].map(purchaseError)).toEqual(['ERR_UNKNOWN', 'ERR_UNKNOWN'])
})

const word: StoreWord = { state: 'active', paidUntil: '2027-01-10', isRevoked: false }
const told = (more: Partial<StoreWord>, today = '2027-01-05') => toldState({ ...word, ...more }, today)

test('a renewal may be three days late before access closes', () => {
  for (const state of ['trial', 'active'] as const)
    expect(told({ state })).toEqual({ state, paidUntil: '2027-01-10', closesOn: '2027-01-13' })
})

test('one that the store cannot charge is open until the store’s own days of grace are over, if it gives any', () => {
  const graceUntil = '2027-01-26'
  expect(told({ state: 'past_due', graceUntil }).closesOn).toBe(graceUntil)
  expect(told({ state: 'past_due' }).closesOn).toBe('2027-01-10')
  expect(told({ state: 'ending', graceUntil })).toEqual({
    state: 'ending',
    paidUntil: '2027-01-10',
    closesOn: '2027-01-10',
  })
})

test('what the store has taken back ends today, or stays ended since it was paid for', () => {
  expect(told({ isRevoked: true })).toEqual({ state: 'ended', paidUntil: '2027-01-10', closesOn: '2027-01-05' })
  expect(told({ isRevoked: true }, '2027-02-01').closesOn).toBe('2027-01-10')
})
