import { expect, test } from 'vitest'
import { isMuted, mayRead, writingRefusal } from './rules.ts'

const member = { isMember: true, isStaff: false, mutedUntil: null }

test('members and staff read and write, others are told that they are no members', () => {
  const stranger = { ...member, isMember: false }
  const staff = { ...stranger, isStaff: true }
  expect([member, staff, stranger].map(mayRead)).toEqual([true, true, false])
  expect([member, staff, stranger].map(one => writingRefusal(one, 100))).toEqual([undefined, undefined, 'not_a_member'])
})

test('who is muted may write again from that very second on; who is no member any more is told that first', () => {
  const muted = { ...member, mutedUntil: 100 }
  expect([99, 100].map(now => writingRefusal(muted, now))).toEqual(['muted', undefined])
  expect(writingRefusal({ ...muted, isMember: false }, 99)).toBe('not_a_member')
  expect([isMuted(null, 5), isMuted(6, 5), isMuted(5, 5)]).toEqual([false, true, false])
})
