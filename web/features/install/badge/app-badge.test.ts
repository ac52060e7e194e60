import { expect, test, vi } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { followUnread } from './app-badge.ts'

const chatsWith = (count: number) => [{ unread_count: count }] as ChatWire[]

test('the icon shows what the bell and the chats show, and follows both [OFF-01]', () => {
  const client = createQueryClient()
  const setAppBadge = vi.fn(async () => {})
  followUnread(client, { setAppBadge })
  expect(setAppBadge).not.toHaveBeenCalled()
  const tell = (unread: number, messages: number) =>
    client.setQueryData(callQuery('GET /user-notices/unread').queryKey, {
      unread_count: unread,
      message_count: messages,
    })
  client.setQueryData(callQuery('GET /chats').queryKey, chatsWith(2))
  tell(3, 1)
  expect(setAppBadge).toHaveBeenLastCalledWith(4)
  client.setQueryData(callQuery('GET /chats').queryKey, chatsWith(0))
  expect(setAppBadge).toHaveBeenLastCalledWith(2)
  const times = setAppBadge.mock.calls.length
  tell(3, 1)
  expect(setAppBadge).toHaveBeenCalledTimes(times)
  tell(0, 0)
  expect(setAppBadge).toHaveBeenLastCalledWith(0)
})

test('a browser without such a number, or one that refuses, is left alone', () => {
  const client = createQueryClient()
  followUnread(client, {})
  followUnread(client, { setAppBadge: () => Promise.reject(new Error('not allowed')) })
  client.setQueryData(callQuery('GET /user-notices/unread').queryKey, { unread_count: 1, message_count: 0 })
})
