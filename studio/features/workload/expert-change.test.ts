import { expect, test } from 'vitest'
import { changeOf } from './expert-change.ts'

const experts = [
  { id: 1, name: 'Ann', is_active: true },
  { id: 2, name: 'Bob', is_active: true },
  { id: 3, name: 'Cem', is_active: false },
]
const course = (expertIds: number[]) => ({
  id: 7,
  title: 'Yoga',
  expert_ids: expertIds,
  waiting: 5,
  holding: [
    { user_id: 1, reviews: 2, chats: 1 },
    { user_id: 2, reviews: 1, chats: 4 },
  ],
})
const names = (people: { name: string }[]) => people.map(({ name }) => name)

test('the first expert named closes a course to the others, and what these hold is counted', () => {
  const change = changeOf(experts, course([]), [1])
  expect([names(change.getting), names(change.losing)]).toEqual([[], ['Bob']])
  expect(change).toMatchObject({ closesToOthers: true, opensToAll: false, isNobodyLeft: false, reviews: 1, chats: 4 })
})

test('taking the last one off opens it to all again', () => {
  const change = changeOf(experts, course([1]), [])
  expect([names(change.getting), names(change.losing)]).toEqual([['Bob'], []])
  expect(change).toMatchObject({ opensToAll: true, closesToOthers: false, isNobodyLeft: false, reviews: 0 })
})

test('a course whose only expert left is blocked has nobody', () => {
  const change = changeOf(experts, course([1, 3]), [3])
  expect(names(change.losing)).toEqual(['Ann'])
  expect(change).toMatchObject({ isNobodyLeft: true, reviews: 2, chats: 1 })
})
