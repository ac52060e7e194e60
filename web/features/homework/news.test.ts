import { expect, test } from 'vitest'
import { createQueryClient } from '#kit/cache/query-client.ts'
import type { HomeworkWire, UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { statusQuery } from '#web/features/streams/data.ts'
import { homeworkQuery, statusesQuery, takeStatus, tasksQuery, newVerdict } from './data.ts'

const status = (state: UserHomeworkWire['status'], id = 51) =>
  ({ id, homework_id: 7, stream_id: 4, status: state, updated_at: 1 }) as UserHomeworkWire

test('a verdict is announced once; handing in and the start of a review are not [HWK-06]', () => {
  expect(newVerdict(status('UPLOADED'), status('FAIL'))).toBe('FAIL')
  expect(newVerdict(undefined, status('DONE'))).toBe('DONE')
  expect(newVerdict(status('DONE'), status('DONE'))).toBeUndefined()
  expect(newVerdict(status('FAIL'), status('UPLOADED'))).toBeUndefined()
})

test('a status pushed by the server is shown at once, and what depends on it is read again [HWK-06] [HWK-07]', () => {
  const client = createQueryClient()
  client.setQueryData(tasksQuery().queryKey, [{ id: 7, title: 'A diary' } as HomeworkWire])
  client.setQueryData(statusesQuery(4).queryKey, [
    { ...status('UPLOADED'), scores: [{ amount: 40 }] },
    status('NOT_UPLOADED', 52),
  ])
  client.setQueryData(homeworkQuery(4, 51).queryKey, {
    status: status('UPLOADED'),
    homework: {} as HomeworkWire,
    attempts: [],
    exercises: [],
  })
  client.setQueryData(statusQuery(4).queryKey, {} as never)
  const news = takeStatus(client, status('DONE'))
  expect(news).toEqual({ verdict: 'DONE', streamId: 4, homeworkId: 7, title: 'A diary' })
  expect(client.getQueryData(statusesQuery(4).queryKey)).toEqual([
    { ...status('DONE'), scores: [{ amount: 40 }] },
    status('NOT_UPLOADED', 52),
  ])
  expect(client.getQueryData(homeworkQuery(4, 51).queryKey)?.status.status).toBe('DONE')
  const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
  expect([statusQuery(4).queryKey, homeworkQuery(4, 51).queryKey, statusesQuery(4).queryKey].map(isStale)).toEqual([
    true,
    true,
    true,
  ])
  expect(takeStatus(client, status('DONE'))).toBeUndefined()
})

test('an event that a room replays changes nothing newer [HWK-06]', () => {
  const client = createQueryClient()
  const newer = { ...status('UPLOADED'), updated_at: 9 }
  client.setQueryData(statusesQuery(4).queryKey, [newer])
  expect(takeStatus(client, { ...status('FAIL'), updated_at: 8 })).toBeUndefined()
  expect(client.getQueryData(statusesQuery(4).queryKey)).toEqual([newer])
})
