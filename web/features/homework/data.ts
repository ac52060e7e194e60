import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import type { HomeworkWire, UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { attemptFromWire, homeworkFromWire, userHomeworkFromWire } from '#shared/features/homework/forms.ts'
import type { Verdict } from '#shared/features/homework/rules.ts'
import { refreshPoints } from '#web/features/points/data.ts'
import { refreshStreams, useStreams } from '#web/features/streams/data.ts'
import { homeworkGroups, homeworkOfStream } from './list/homework-groups.ts'

/** The homework of all the learner's courses. */
export const tasksQuery = () => callQuery('GET /homework', { expand: ['scores'] })

/** How long a status counts as fresh, in ms: an expert may answer at any moment, and a reload must show it. */
const statusFreshFor = 1000

/** The learner's status in each homework of a stream. */
export const statusesQuery = (streamId: number) => ({
  ...callQuery('GET /user-course-streams/:streamId/user-homework', { params: { streamId }, expand: ['scores'] }),
  staleTime: statusFreshFor,
})

/** One homework with its attempts. */
export const homeworkQuery = (streamId: number, statusId: number) => ({
  ...callQuery('GET /user-course-streams/:streamId/user-homework/:statusId', { params: { streamId, statusId } }),
  staleTime: statusFreshFor,
})

const tasksOf = (wires: HomeworkWire[]) => wires.map(homeworkFromWire)
const statusesOf = (wires: UserHomeworkWire[]) => wires.map(userHomeworkFromWire)

type DetailWire = AnswerOf<'GET /user-course-streams/:streamId/user-homework/:statusId'>

function detailOf({ status, homework, attempts, exercises }: DetailWire) {
  return {
    status: userHomeworkFromWire(status),
    task: homeworkFromWire(homework),
    /** The newest first. */
    attempts: attempts.map(attemptFromWire).sort((a, b) => b.number - a.number),
    exercises,
  }
}
export type HomeworkDetail = ReturnType<typeof detailOf>

/** Every homework by stream; `unread`: whether the statuses of some stream did not load. */
export function useHomeworkGroups() {
  const streams = useStreams()
  const [made] = useState(() => {
    const random = Math.random()
    return { now: Date.now(), random: () => random }
  })
  const tasks = useQuery({ ...tasksQuery(), select: tasksOf })
  const listed = streams.data ?? []
  const statuses = useQueries({
    queries: listed.map(stream => ({ ...statusesQuery(stream.id), select: statusesOf })),
  })
  const known = listed.flatMap((stream, index) => {
    const { data, error } = statuses[index] ?? {}
    if (!tasks.data || (!data && !error)) return []
    return [{ stream, items: homeworkOfStream(stream, tasks.data, data, made) }]
  })
  const unread = listed.filter((_, index) => statuses[index]?.error && !statuses[index].data)
  const retry = () => {
    if (!streams.data) void streams.refetch()
    if (!tasks.data) void tasks.refetch()
    for (const one of statuses) if (one.error) void one.refetch()
  }
  return {
    groups: homeworkGroups(known),
    isRead: streams.data !== undefined && tasks.data !== undefined && known.length === listed.length,
    error: (streams.data ? undefined : streams.error) ?? (tasks.data ? undefined : tasks.error),
    unread: unread.length > 0,
    isFetching: tasks.isFetching || streams.isFetching || statuses.some(one => one.isFetching),
    retry,
  }
}

/** One homework of a stream. Its status is looked up first, as the detail is addressed by the status id. */
export function useHomework(streamId: number, homeworkId: number) {
  const [openedAt] = useState(() => Date.now())
  const statuses = useQuery({ ...statusesQuery(streamId), select: statusesOf })
  const status = statuses.data?.find(one => one.homeworkId === homeworkId)
  const detail = useQuery({
    ...homeworkQuery(streamId, status?.id ?? Number.NaN),
    enabled: status !== undefined,
    select: detailOf,
  })
  // What is missing stays so while it is read again.
  const isCurrent = !statuses.isFetching || statuses.dataUpdatedAt > openedAt - statusFreshFor
  return {
    detail: detail.data,
    isMissing: statuses.isSuccess && isCurrent && !status,
    error: detail.data ? null : (detail.error ?? (statuses.data ? null : statuses.error)),
    isFetching: statuses.isFetching || detail.isFetching,
    retry: () => void (status ? detail.refetch() : statuses.refetch()),
  }
}

/** Puts a status that the server has just sent into every cached read of the homework. */
export function showStatus(client: QueryClient, status: UserHomeworkWire): void {
  const { stream_id: streamId, id } = status
  client.setQueryData(statusesQuery(streamId).queryKey, wires =>
    wires?.map(wire => (wire.id === id ? { ...wire, ...status, scores: status.scores ?? wire.scores } : wire)),
  )
  client.setQueryData(homeworkQuery(streamId, id).queryKey, wire => wire && { ...wire, status })
}

/** Makes stale what depends on a homework: its attempts, the days that waited for it, the points. */
export function refreshHomework(client: QueryClient, streamId: number): void {
  void client.invalidateQueries({ queryKey: ['GET /user-course-streams/:streamId/user-homework/:statusId'] })
  void client.invalidateQueries({ queryKey: statusesQuery(streamId).queryKey })
  refreshStreams(client)
  refreshPoints(client)
}

/** Makes one homework's attempts stale. */
export function refreshAttempts(client: QueryClient, streamId: number, statusId: number): void {
  void client.invalidateQueries({ queryKey: homeworkQuery(streamId, statusId).queryKey })
}

/** The verdict of a status, unless it was already known. */
export function newVerdict(
  before: Pick<UserHomeworkWire, 'status'> | undefined,
  { status }: Pick<UserHomeworkWire, 'status'>,
): Verdict | undefined {
  return (status === 'DONE' || status === 'FAIL') && before?.status !== status ? status : undefined
}

export type NewVerdict = { verdict: Verdict; streamId: number; homeworkId: number; title: string | undefined }

/** Applies a status pushed by the server and makes what depends on it stale. Returns the verdict if it is new. */
export function takeStatus(client: QueryClient, status: UserHomeworkWire): NewVerdict | undefined {
  const { stream_id: streamId, homework_id: homeworkId } = status
  const before = client.getQueryData(statusesQuery(streamId).queryKey)?.find(({ id }) => id === status.id)
  // After a reload the room replays events that happened since it was last read.
  if (before && status.updated_at < before.updated_at) return undefined
  const verdict = newVerdict(before, status)
  showStatus(client, status)
  refreshHomework(client, streamId)
  const title = client.getQueryData(tasksQuery().queryKey)?.find(({ id }) => id === homeworkId)?.title
  return verdict && { verdict, streamId, homeworkId, title }
}
