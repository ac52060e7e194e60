import { expect, test } from 'vitest'
import { isOfMoney, orderHappenings } from './order-happenings.ts'

test('orders are found by money that moved, or by how their subscriptions stand', () => {
  expect(orderHappenings.filter(isOfMoney)).toEqual(['payment', 'refund', 'chargeback', 'money'])
  expect(orderHappenings.filter(one => !isOfMoney(one))).toEqual(['begun', 'active', 'past_due', 'paused', 'ended'])
})
