import { expect, test } from 'vitest'
import { offerKindOf } from './offer-kinds.ts'

test('an offer is of the kind whose number the brand has given, and of none where it has not', () => {
  const numbers = { default: 10, chat: 11, functional: 12, task: 13 }
  expect([10, 11, 12, 13, 14].map(id => offerKindOf(numbers, id))).toEqual([
    'default',
    'chat',
    'functional',
    'task',
    undefined,
  ])
})
