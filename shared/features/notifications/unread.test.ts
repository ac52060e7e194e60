import { expect, test } from 'vitest'
import { unreadTogether } from './unread.ts'

const chats = [{ unread_count: 2 }, { unread_count: 1 }]

test('a message that stands in its chat and among the notices counts once [OFF-01]', () => {
  expect(unreadTogether({ unread_count: 5, message_count: 3 }, chats)).toBe(5)
  expect(unreadTogether({ unread_count: 1, message_count: 1 }, [{ unread_count: 1 }])).toBe(1)
  expect(unreadTogether({ unread_count: 2, message_count: 0 }, [])).toBe(2)
})

test('without chats it is the notices alone; nothing is said while they are unknown, and never less than nothing', () => {
  expect(unreadTogether(undefined, chats)).toBeUndefined()
  expect(unreadTogether({ unread_count: 2, message_count: 1 }, undefined)).toBe(2)
  expect(unreadTogether({ unread_count: 0, message_count: 1 }, [])).toBe(0)
})
