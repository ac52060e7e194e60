import { beforeEach, expect, test, vi } from 'vitest'
import { callQuery } from './call-query.ts'
import { createQueryClient } from './query-client.ts'

const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json([])
  })
})

test('a list is read once for all who ask at once or later; another one, or one that has changed, is read again [REQ-06]', async () => {
  const client = createQueryClient()
  const read = (id: number) => client.fetchQuery(callQuery('GET /chats/:id/messages', { params: { id } }))
  await Promise.all([read(1), read(1), read(1)])
  await vi.advanceTimersByTimeAsync(29_000)
  await read(1)
  expect(asked).toHaveLength(1)
  await read(2)
  expect(asked).toHaveLength(2)
  await client.invalidateQueries({ queryKey: ['GET /chats/:id/messages'] })
  await read(1)
  expect(asked).toHaveLength(3)
})
