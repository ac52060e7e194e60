import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { usePages } from '#kit/cache/pages.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { request } from '#kit/request/request.ts'
import type { OnlineConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { addDays, type LocalDate } from '#shared/platform/times.ts'
import { refreshVideoConsultations } from './refresh-consultations.ts'

const expand = ['course'] as const

const availableQuery = () => callQuery('GET /online-consultation', { query: { show: 'available' }, expand })

const consultationQuery = (id: number) => callQuery('GET /online-consultation/:id', { params: { id }, expand })

/** What is held, waits or is booked, by its time. */
export function useAvailable() {
  return useQuery({ ...availableQuery(), refetchOnMount: 'always' })
}

/** What is over, the latest first; `fetchNextPage` loads more. */
export const useHistory = () =>
  usePages(
    'GET /online-consultation',
    (page, signal) =>
      request('GET /online-consultation', { query: { show: 'history', page }, expand, signal, isKept: true }),
    { show: 'history' },
  )

/** One consultation; without a network as the list of those to come has shown it. */
export function useConsultation(id: number) {
  const client = useQueryClient()
  const { queryKey } = availableQuery()
  return useQuery({
    ...consultationQuery(id),
    initialData: () => client.getQueryData(queryKey)?.find(one => one.id === id),
    initialDataUpdatedAt: () => client.getQueryState(queryKey)?.dataUpdatedAt,
    refetchOnMount: 'always',
  })
}

/** What the learner can book in each of their streams. */
export function useBookable() {
  return useQuery({ ...callQuery('GET /course/online-consultations'), refetchOnMount: 'always' })
}

/** What times are asked for. */
export type TimesFor = { streamId: number; kindId: number; expertId: number | undefined }

/** How many days of free times one answer holds. */
const daysAtOnce = 42

async function freeTimes({ streamId, kindId, expertId }: TimesFor, from: LocalDate, signal: AbortSignal) {
  const expert = expertId === undefined ? {} : { expert_id: expertId }
  const query = { stream_id: streamId, kind_id: kindId, ...expert, from, days: daysAtOnce }
  const { data } = await request('GET /online-consultation/slots', { query, signal })
  const next = addDays(from, daysAtOnce)
  return { ...data, next: next <= data.until ? next : undefined }
}

/** Free times from `today` on, six weeks at a time; never from a memory. */
export function useFreeTimes(asked: TimesFor, today: LocalDate) {
  return useInfiniteQuery({
    queryKey: ['GET /online-consultation/slots', asked, today],
    queryFn: ({ pageParam, signal }) => freeTimes(asked, pageParam, signal),
    initialPageParam: today,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      timeZone: pages[0]?.timezone ?? 'UTC',
      until: pages.at(-1)?.until ?? today,
      /** The first date of which nothing is loaded. */
      next: pages.at(-1)?.next,
      slots: pages.flatMap(({ slots }) => slots),
    }),
    staleTime: 0,
    meta: { isKept: false },
  })
}

/** Keeps a consultation as a call has answered it. */
function keep(answer: OnlineConsultationWire): OnlineConsultationWire {
  const { queryKey } = consultationQuery(answer.id)
  queryClient.setQueryData(queryKey, known => ({ ...(known?.course && { course: known.course }), ...answer }))
  void refreshVideoConsultations()
  return answer
}

type Step = () => Promise<{ data: OnlineConsultationWire }>

/** Does a step; what is shown is read again also when it is refused, because it may be out of date. */
async function step(send: Step): Promise<OnlineConsultationWire> {
  try {
    return keep((await send()).data)
  } catch (error) {
    void refreshVideoConsultations()
    throw error
  }
}

/** Holds a free time for ten minutes; sent again with its key it stays one. */
export const holdTime = ({ streamId, kindId, expertId }: TimesFor, startsAt: number, idempotencyKey: string) =>
  step(() => {
    const expert = expertId === undefined ? {} : { expert_id: expertId }
    const body = { stream_id: streamId, kind_id: kindId, ...expert, start_date_time: startsAt }
    return request('POST /online-consultation', { body, idempotencyKey })
  })

export type Booking = {
  start_date_time?: number
  note?: string
  phone?: string
  pay_by?: 'free' | 'quota' | 'points' | 'price'
}

/** Books what is held, or changes the note and the phone of what is booked. */
export const update = (id: number, body: Booking) =>
  step(() => request('PUT /online-consultation/update', { query: { id }, body }))

/** Lets a held time go. */
export async function release(id: number): Promise<void> {
  await request('POST /online-consultation/:id/release', { params: { id } })
  await refreshVideoConsultations()
}

export type Wish = { kind: 'move' | 'cancel'; start_date_time?: number; reason?: string }

export const askChange = (id: number, body: Wish) =>
  step(() => request('POST /online-consultation/:id/request', { params: { id }, body }))

export const withdrawWish = (id: number) =>
  step(() => request('POST /online-consultation/:id/request/withdraw', { params: { id } }))

export const answerWish = (id: number, isAgreed: boolean) =>
  step(() => request('POST /online-consultation/:id/request/answer', { params: { id }, body: { is_agreed: isAgreed } }))

export const rate = (id: number, body: { rating: number; comment?: string }) =>
  step(() => request('POST /online-consultation/:id/rating', { params: { id }, body }))

/** The consultation as a file for a calendar. */
export async function calendarFile(id: number) {
  return (await request('GET /online-consultation/:id/calendar', { params: { id } })).data
}

/** What is paid for a service, by its checkout. */
export function usePrice(serviceId: number | null) {
  return useQuery({
    ...callQuery('GET /checkout/:serviceId', { params: { serviceId: serviceId ?? Number.NaN }, query: {} }),
    enabled: serviceId !== null,
  })
}
