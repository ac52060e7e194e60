import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { enterRoom, listen, type Page } from './listen.ts'
import { joinRoom } from './live.ts'

vi.mock('./live.ts', () => ({ joinRoom: vi.fn<typeof joinRoom>(() => () => {}) }))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const page: Page = { client: new QueryClient(), t: createCopy('en', {}), isAt: () => false, open: () => {} }

/** What was passed to the connection for the room entered last. */
const hearer = () => vi.mocked(joinRoom).mock.lastCall?.[1]

test('events go to their listeners, with their room; others are ignored', () => {
  const told: unknown[] = []
  const listening = {
    events: { viewed: (data: unknown, { roomId }: { roomId: number }) => told.push([data, roomId]) },
    onReset: ({ roomId }: { roomId: number }) => told.push(`reset ${roomId}`),
  }
  enterRoom('chat', { id: 12, after: 7 }, { page: () => page, listening: () => listening })
  expect(vi.mocked(joinRoom).mock.lastCall?.[0]).toBe('chat:12')
  expect(hearer()?.after).toBe(7)
  hearer()?.onEvent({ type: 'viewed', seq: 8, data: { up_to: 3 } })
  hearer()?.onEvent({ type: 'of a later version', seq: 9, data: {} })
  hearer()?.onReset()
  expect(told).toEqual([[{ up_to: 3 }, 12], 'reset 12'])
})

test('signals about the same thing within 300 ms are delivered once, and none after leaving', () => {
  const [chats, reviews] = [vi.fn<(ids: { chat_id: number }) => void>(), vi.fn<() => void>()]
  const listening = { signals: { chat: { by: 'chat_id' as const, hear: chats }, review: { hear: reviews } } }
  const leave = enterRoom('desk', { id: 'kurso', after: null }, { page: () => page, listening: () => listening })
  const hint = (type: string, data: Record<string, number>) => hearer()?.onSignal?.({ type, data })
  for (const id of [1, 2, 1]) hint('chat', { chat_id: id })
  for (const id of [1, 2, 3]) hint('review', { review_id: id })
  vi.advanceTimersByTime(299)
  expect(chats).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(chats.mock.calls.map(([ids]) => ids)).toEqual([{ chat_id: 1 }, { chat_id: 2 }])
  expect(reviews).toHaveBeenCalledTimes(1)
  hint('chat', { chat_id: 1 })
  leave()
  vi.advanceTimersByTime(1000)
  expect(chats).toHaveBeenCalledTimes(2)
})

test('a wrong room, event, signal or field does not compile', () => {
  const useRooms = () => [{ id: 1, after: null }]
  // @ts-expect-error -- there are no such rooms
  listen({ cat: { useRooms } })
  listen({
    chat: {
      useRooms,
      events: {
        message: ({ message }) => message.number,
        // @ts-expect-error -- told in a person's own room, not in a chat's
        support: () => {},
      },
    },
    user: {
      // @ts-expect-error -- the room of a person has their number
      useRooms: () => [{ id: 'kurso', after: null }],
      // @ts-expect-error -- the event has no such field
      events: { support: ({ title }) => title },
    },
    desk: {
      useRooms: () => [{ id: 'kurso', after: null }],
      // @ts-expect-error -- a review is known by `review_id`
      signals: { review: { by: 'chat_id', hear: () => {} } },
    },
  })
})
