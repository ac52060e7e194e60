import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { enqueue } from '#kit/outbox/outbox.ts'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { Course, Day } from '#shared/features/courses/forms.ts'
import type { DayStatusChangeWire } from '#shared/features/progress/contract.ts'
import { type LessonStatistic, lessonStatisticToWire } from '#shared/features/progress/forms.ts'
import { lockReasons } from '#shared/features/streams/choice-rules.ts'
import type { StreamStatusRecordWire, UserStreamWire } from '#shared/features/streams/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { tellFailure } from '#web/platform/failures.ts'
import { useCourse, useLessons } from '#web/features/courses/data.ts'
import { refreshPoints } from '#web/features/points/data.ts'
import {
  refreshStreams,
  statusQuery,
  streamsQuery,
  useCourseIdOf,
  useStreamStatus,
  useToday,
} from '#web/features/streams/data.ts'
import { lockWords } from '#web/features/streams/stream-words.ts'
import { pointsOf } from './day-content.ts'
import { type DayChange, withDayChange, withWatched } from './optimistic-status.ts'

/** Everything the day screen shows. The three reads start together when the stream's course is already known. */
export function useDay(streamId: number) {
  const status = useStreamStatus(streamId)
  const courseId = useCourseIdOf(streamId)
  const course = useCourse(courseId)
  const lessons = useLessons(courseId)
  const reads = [status, course, lessons]
  return {
    data: status.data && course.data && lessons.data && { ...status.data, course: course.data, lessons: lessons.data },
    error: reads.find(read => !read.data && read.error)?.error,
    isFetching: reads.some(read => read.isFetching),
    retry: () => {
      for (const read of reads) if (!read.data) void read.refetch()
    },
  }
}

export type Outcome<Data> = { kind: 'sent'; data: Data } | { kind: 'waiting' } | { kind: 'refused'; error: unknown }

type Enqueued<Data> = { isSent: true; data: Data } | { isSent: false }

/**
 * The outcome of a queued write, or `waiting` when there is none within `timeoutMs` or the device is offline.
 * `onLate` then gets the real outcome once it is known.
 */
export function outcomeWithin<Data>(
  write: Promise<Enqueued<Data>>,
  timeoutMs: number,
  onLate: (outcome: Outcome<Data>) => void,
): Promise<Outcome<Data>> {
  return new Promise(resolve => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      resolve({ kind: 'waiting' })
    }, timeoutMs)
    const settle = (outcome: Outcome<Data>) => {
      clearTimeout(timer)
      if (isLate) onLate(outcome)
      else resolve(outcome)
    }
    write.then(
      answer => settle(answer.isSent ? { kind: 'sent', data: answer.data } : { kind: 'waiting' }),
      (error: unknown) => settle({ kind: 'refused', error }),
    )
  })
}

/** How long the button stays busy before the screen moves on without the server's answer, in ms. */
const answerTimeout = 2000

function updateStatus(
  client: QueryClient,
  streamId: number,
  change: (wire: StreamStatusRecordWire) => StreamStatusRecordWire,
) {
  client.setQueryData(statusQuery(streamId).queryKey, wire => wire && change(wire))
}

/** Updates the cached status and progress of a stream before the server has confirmed the change. */
function showDayChange(client: QueryClient, streamId: number, course: Course, change: DayChange) {
  updateStatus(client, streamId, wire => withDayChange(wire, course, change))
  const progress = client.getQueryData(statusQuery(streamId).queryKey)?.stream.progress
  if (!progress) return
  client.setQueryData(streamsQuery().queryKey, (wires: UserStreamWire[] | undefined) =>
    wires?.map(wire => (wire.id === streamId ? { ...wire, progress } : wire)),
  )
}

function sendDayChange(streamId: number, { dayId, mark, at }: DayChange, selfieId?: number) {
  const input = { params: { streamId, dayId }, body: { occurred_at: at }, expand: ['day.scores'] as const }
  const selfie = selfieId === undefined ? {} : { selfie_id: selfieId }
  return mark === 'started'
    ? enqueue('POST /user-course-streams/:streamId/user-day-status/:dayId/start', {
        ...input,
        body: { ...input.body, ...selfie },
      })
    : enqueue('POST /user-course-streams/:streamId/user-day-status/:dayId/finish', input)
}

/** Starting and finishing a day: shown at once, queued while offline, applied once however often it is sent. */
export function useDayActions(streamId: number, course: Course, day: Day) {
  const t = useCopy()
  const client = useQueryClient()
  const today = useToday()
  const [busy, setBusy] = useState<DayChange['mark']>()
  /** Points earned by finishing the day just now. */
  const [gained, setGained] = useState<number>()

  /** Why the server refused, in words: a closed day's reason is its own. */
  const reasonOf = (error: unknown): string => {
    const lockReason = error instanceof RequestError && lockReasons.find(known => known === error.because)
    if (!lockReason) return errorMessage(error, t('ui.error.title'))
    const known = client.getQueryData(statusQuery(streamId).queryKey)?.days?.find(one => one.stage_day_id === day.id)
    return lockWords(t, { lockReason, opensOn: known?.opens_on ?? today }, today)
  }
  const settle = (outcome: Outcome<DayStatusChangeWire>) => {
    if (outcome.kind === 'refused') {
      toast(t('progress.write.failed', { reason: reasonOf(outcome.error) }), { tone: 'danger' })
      setGained(undefined)
    }
    if (outcome.kind === 'waiting') return
    refreshStreams(client)
    refreshPoints(client)
  }
  const change = async (mark: DayChange['mark'], selfieId?: number) => {
    const made: DayChange = { dayId: day.id, mark, at: secondsFromMs(Date.now()) }
    setBusy(mark)
    const outcome = await outcomeWithin(sendDayChange(streamId, made, selfieId), answerTimeout, settle)
    setBusy(undefined)
    if (outcome.kind !== 'refused') {
      await client.cancelQueries({ queryKey: statusQuery(streamId).queryKey })
      showDayChange(client, streamId, course, made)
      if (mark === 'finished') setGained(outcome.kind === 'sent' ? outcome.data.awarded : pointsOf(day))
    }
    settle(outcome)
    return outcome
  }
  return { start: (selfieId?: number) => change('started', selfieId), finish: () => change('finished'), busy, gained }
}

/** Tells the learner and the school that watching was not counted; the report itself is gone. */
function useStatisticsFailure() {
  const t = useCopy()
  return (reason: string) => {
    tellFailure(new Error(`Something went wrong sending statistics: ${reason}`), 'error')
    toast(t('progress.statistics.failed'), { tone: 'danger' })
  }
}

/** Reports watching; queued while offline. A report that the server refuses is dropped and told. */
export function useStatistics() {
  const client = useQueryClient()
  const fail = useStatisticsFailure()
  const send = async (watched: LessonStatistic) => {
    const body = lessonStatisticToWire(watched, secondsFromMs(Date.now()))
    try {
      const answer = await enqueue('POST /save-lesson-stat', { body })
      if (!answer.isSent) return
      const { day_status_id: id, day_status: status } = answer.data
      if (!id) fail('no day status id')
      else if (status !== undefined || id !== watched.dayStatusId) refreshStreams(client)
    } catch (error) {
      fail(error instanceof RequestError ? error.code : String(error))
    }
  }
  return (watched: LessonStatistic) => {
    updateStatus(client, watched.streamId, wire => withWatched(wire, watched))
    void send(watched)
  }
}
