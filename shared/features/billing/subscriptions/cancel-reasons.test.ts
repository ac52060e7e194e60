import { expect, test } from 'vitest'
import { cancelReasons, isReasonLongEnough, leastReason } from './cancel-reasons.ts'

test('one of seven reasons is given, with a text of ten characters as people count them [BIL-08] [VAL-13]', () => {
  expect(cancelReasons).toEqual(['content', 'platform', 'time', 'price', 'break', 'technical', 'other'])
  expect(leastReason).toBe(10)
  const enough = ['ten letter', '  ten letter  ', '𝒯'.repeat(10)]
  expect(enough.map(isReasonLongEnough)).toEqual([true, true, true])
  expect(['nine lett', ' nine lett ', '𝒯'.repeat(9), ' '.repeat(20)].map(isReasonLongEnough)).toEqual(
    Array(4).fill(false),
  )
})
