import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { type Copy, type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { type Failure, useSubmit } from '#kit/form/use-submit.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { useNow } from '#kit/ui/clock.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type LocalDate, localDate } from '#shared/platform/times.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import type { Waiting } from '#studio/platform/feature.ts'

export type CalendarWire = AnswerOf<'GET /studio/video-consultations'>

/** The calendar from a date on, of one expert where one is given. */
export const calendarQuery = (from: LocalDate, days: number, expertId?: number) =>
  callQuery('GET /studio/video-consultations', { query: { from, days, expert_id: expertId } })

/** The school's experts, as far as the reader works with them: as they stand in the calendar of today. */
export function useExperts(isWanted = true): CalendarWire['experts'][number]['expert'][] {
  const { timezone } = useUser()
  const { data } = useQuery({ ...calendarQuery(localDate(useNow(60_000), timezone), 1), enabled: isWanted })
  return data?.experts.map(({ expert }) => expert) ?? []
}

export type LoadWire = AnswerOf<'GET /studio/video-consultations/load'>[number]

export const waitingQuery = () => callQuery('GET /studio/video-consultations/waiting')

export const consultationQuery = (id: number) => callQuery('GET /studio/video-consultations/:id', { params: { id } })

/** To whom a consultation can be handed over. */
export const colleaguesQuery = (id: number) =>
  callQuery('GET /studio/video-consultations/:id/experts', { params: { id } })

export const hoursQuery = (expertId: number) => callQuery('GET /studio/video-hours/:expertId', { params: { expertId } })

export const loadQuery = (from: LocalDate, until: LocalDate) =>
  callQuery('GET /studio/video-consultations/load', { query: { from, until } })

export const kindsQuery = () => callQuery('GET /studio/video-kinds')

/** A kind of consultations was added or changed. */
export const refreshKinds = () =>
  makeStale('GET /studio/video-kinds', 'GET /studio/video-consultations', 'GET /studio/audit-log')

/** Something about consultations has changed. */
export const refreshVideo = () =>
  makeStale(
    'GET /studio/video-consultations',
    'GET /studio/video-consultations/waiting',
    'GET /studio/video-consultations/load',
    'GET /studio/video-consultations/:id',
    'GET /studio/video-consultations/:id/experts',
    'GET /studio/audit-log',
  )

/** An expert's hours have changed, and with them the calendar. */
export const refreshHours = () => Promise.all([makeStale('GET /studio/video-hours/:expertId'), refreshVideo()])

/** How many bookings and requests wait for staff. */
export function useWaitingConsultations(): Waiting | undefined {
  const t = useCopy()
  const { data } = useQuery({ ...waitingQuery(), refetchInterval: 60_000 })
  return data && { count: data.length, words: t('video.count', { count: data.length }) }
}

/** What the server says to learners of their own time is told of them. */
const reasonOf = ({ code, reason }: RequestError, t: Copy) =>
  code === 'time_overlaps' ? t('video.time.learnerBusy') : reason

/** Why a time was refused, at its field. */
export const explainTime = (error: unknown, t: Copy): Failure | undefined =>
  error instanceof RequestError && error.code === 'time_overlaps'
    ? { errors: { start_date_time: [reasonOf(error, t)] } }
    : undefined

/** A button that does something about a consultation; what it has become meanwhile is shown when it is refused. */
export function useStep(send: () => Promise<unknown>, done: CopyKey) {
  const t = useCopy()
  return useSubmit({
    send: async () => {
      await send()
      await refreshVideo()
      toast(t(done), { tone: 'success' })
    },
    failed: t('video.failed'),
    // A button has no fields: whatever is refused is told as one sentence.
    explain: error =>
      error instanceof RequestError
        ? { errors: {}, notice: { title: t('video.failed'), text: reasonOf(error, t) } }
        : undefined,
    hasToast: true,
    onRefused: () => void refreshVideo(),
  })
}
