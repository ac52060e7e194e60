import type { QueryClient } from '@tanstack/react-query'
import type { UserHomeworkWire } from '#shared/features/homework/contract.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { refreshHomework, showStatus, statusesQuery, tasksQuery } from './data.ts'

/** The verdict that a status brings, unless it was known before. */
export function verdictNews(
  before: Pick<UserHomeworkWire, 'status'> | undefined,
  { status }: Pick<UserHomeworkWire, 'status'>,
): Verdict | undefined {
  return (status === 'DONE' || status === 'FAIL') && before?.status !== status ? status : undefined
}

export type HomeworkNews = { verdict: Verdict; streamId: number; homeworkId: number; title: string | undefined }

/** Takes in what the server tells of a homework (HWK-06) and makes stale what follows from it; answers a verdict that is new. */
export function takeStatus(client: QueryClient, status: UserHomeworkWire): HomeworkNews | undefined {
  const { stream_id: streamId, homework_id: homeworkId } = status
  const before = client.getQueryData(statusesQuery(streamId).queryKey)?.find(({ id }) => id === status.id)
  // After a reload the room tells again what happened since it was last read.
  if (before && status.updated_at < before.updated_at) return undefined
  const verdict = verdictNews(before, status)
  showStatus(client, status)
  refreshHomework(client, streamId)
  const title = client.getQueryData(tasksQuery().queryKey)?.find(({ id }) => id === homeworkId)?.title
  return verdict && { verdict, streamId, homeworkId, title }
}
