import { expect, test } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { startEarly } from '#kit/request/early-reads.ts'
import { request } from '#kit/request/request.ts'
import { latestQuery } from '#kit/features/chat/expert-chat.ts'
import { chatQuery, chatsQuery } from '#web/features/chat/data.ts'
import { coursesQuery } from '#web/features/courses/data.ts'
import { statusesQuery, tasksQuery } from '#web/features/homework/data.ts'
import { statusQuery } from '#web/features/streams/data.ts'
import { routes } from '../paths.ts'

test.each([
  ['home', routes.home.data?.({}), coursesQuery().queryKey],
  ['calendar', routes.calendar.data?.({ streamId: 7 }), statusQuery(7).queryKey],
  ['homeworks', routes.homeworks.data?.({}), tasksQuery().queryKey],
  ['homework', routes.homework.data?.({ streamId: 7, homeworkId: 2 }), statusesQuery(7).queryKey],
  ['day', routes.day.data?.({ streamId: 7, dayNumber: 2 }), statusQuery(7).queryKey],
])('what is started early for %s is what its screen then reads, so it is one request', (_, reads, key) => {
  expect(reads).toHaveLength(1)
  expect(reads?.[0]).toEqual({ name: key[0], input: key[1] })
})

test('the reads started early for a chat are those its screen uses', () => {
  const keys = routes.chat.data?.({ chatId: 7 }).map(({ name, input }) => [name, input])
  expect(keys).toEqual([chatQuery(7).queryKey, latestQuery(7).queryKey])
  expect(routes.chats.data?.({}).map(({ name, input }) => [name, input])).toEqual([chatsQuery().queryKey])
})

test('the query cache takes over a read that was started early', async () => {
  let requests = 0
  const real = globalThis.fetch
  globalThis.fetch = async () => Response.json({ id: ++requests })
  try {
    startEarly({ name: 'GET /user', input: {} })
    expect(await createQueryClient().fetchQuery(callQuery('GET /user'))).toEqual({ id: 1 })
    expect(requests).toBe(1)
  } finally {
    globalThis.fetch = real
  }
})

test('a read started before a write is not used after it', async () => {
  let user = 'before'
  const real = globalThis.fetch
  globalThis.fetch = async () => Response.json({ user })
  try {
    startEarly({ name: 'GET /user', input: {} })
    user = 'after'
    await request('POST /user/notification', { body: { disable_notification: 1 } })
    expect(await createQueryClient().fetchQuery(callQuery('GET /user'))).toEqual({ user: 'after' })
  } finally {
    globalThis.fetch = real
  }
})
