import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { enqueue } from '#kit/request/outbox.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/toasts.ts'
import type { Course, Day } from '#shared/features/courses/forms.ts'
import type { DayStatusChangeWire } from '#shared/features/progress/contract.ts'
import type { StreamStatusRecordWire, UserStreamWire } from '#shared/features/streams/contract.ts'
import { secondsFromMs } from '#shared/platform/times.ts'
import { refreshPoints } from '#web/features/points/data.ts'
import { refreshStreams, statusQuery, streamsQuery } from '#web/features/streams/data.ts'
import { pointsOf } from './day-content.ts'
import { type DayChange, type Watched, withDayChange, withWatched } from './day-change.ts'
import { type Settled, settledWithin } from './settled.ts'

/** How long the learner waits for the server before the day goes on without its answer, in ms. */
const patience = 2000

function changeStatus(
  client: QueryClient,
  streamId: number,
  change: (wire: StreamStatusRecordWire) => StreamStatusRecordWire,
) {
  client.setQueryData(statusQuery(streamId).queryKey, wire => wire && change(wire))
}

/** Shows a day's change everywhere at once, before the server has told it back. */
function showDayChange(client: QueryClient, streamId: number, course: Course, change: DayChange) {
  changeStatus(client, streamId, wire => withDayChange(wire, course, change))
  const progress = client.getQueryData(statusQuery(streamId).queryKey)?.stream.progress
  if (!progress) return
  client.setQueryData(streamsQuery().queryKey, (wires: UserStreamWire[] | undefined) =>
    wires?.map(wire => (wire.id === streamId ? { ...wire, progress } : wire)),
  )
}

function sendMark(streamId: number, dayId: number, mark: DayChange['mark'], at: number) {
  const input = { params: { streamId, dayId }, body: { occurred_at: at }, expand: ['day.scores'] as const }
  return mark === 'started'
    ? enqueue('POST /user-course-streams/:streamId/user-day-status/:dayId/start', input)
    : enqueue('POST /user-course-streams/:streamId/user-day-status/:dayId/finish', input)
}

/** Starting and finishing a day: shown at once, sent now or when there is a network, never lost or doubled. */
export function useDayMarks(streamId: number, course: Course, day: Day) {
  const t = useCopy()
  const client = useQueryClient()
  const [busy, setBusy] = useState<DayChange['mark']>()
  /** Points that finishing brought just now. */
  const [gained, setGained] = useState<number>()

  const refresh = () => {
    refreshStreams(client)
    refreshPoints(client)
  }
  const settle = (outcome: Settled<DayStatusChangeWire>) => {
    if (outcome.kind === 'refused') {
      const reason = errorMessage(outcome.error, t('ui.error.title'))
      toast(t('progress.write.failed', { reason }), { tone: 'danger' })
      setGained(undefined)
    }
    if (outcome.kind !== 'waiting') refresh()
  }
  const mark = async (what: DayChange['mark']) => {
    const at = secondsFromMs(Date.now())
    setBusy(what)
    const outcome = await settledWithin(sendMark(streamId, day.id, what, at), patience, settle)
    setBusy(undefined)
    if (outcome.kind !== 'refused') {
      await client.cancelQueries({ queryKey: statusQuery(streamId).queryKey })
      showDayChange(client, streamId, course, { dayId: day.id, mark: what, at })
      if (what === 'finished') setGained(outcome.kind === 'sent' ? outcome.data.awarded : pointsOf(day))
    }
    settle(outcome)
  }
  return { start: () => mark('started'), finish: () => mark('finished'), busy, gained }
}

/** Reports watching: kept on the device without a network, told of when something is wrong with it. */
export function useStatistics(streamId: number, dayStatus: 'none' | 'started' | 'finished') {
  const t = useCopy()
  const client = useQueryClient()
  const fail = (problem: unknown) => {
    console.error('Sending lesson statistics failed', problem)
    toast(t('progress.statistics.failed'), { tone: 'danger' })
  }
  return (watched: Watched) => {
    changeStatus(client, streamId, wire => withWatched(wire, watched))
    const body = {
      stage_day_id: watched.dayId,
      user_course_stream_id: streamId,
      stage_day_lesson_set_lesson_id: watched.lessonSetLessonId,
      viewed_seconds: watched.viewed,
      play_count: watched.playCount,
      day_status: dayStatus,
      position_seconds: watched.position,
      occurred_at: secondsFromMs(Date.now()),
    }
    void send()

    async function send() {
      try {
        const answer = await enqueue('POST /save-lesson-stat', { body })
        if (answer.isSent && !answer.data.day_status_id) fail(answer.data)
      } catch (error) {
        fail(error)
      }
    }
  }
}
