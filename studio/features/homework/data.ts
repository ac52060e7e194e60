import { type Waiting } from '#studio/platform/feature.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { request } from '#kit/request/request.ts'
import type { ReviewDetailWire } from '#shared/features/homework/contract.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'
import { filterToWire, type ReviewFilter, countsOf } from './review-filters.ts'

export type ReviewShow = 'waiting' | 'mine' | 'done'
/** Submissions of one expert, of the last days, or past their due time. */
export type ReviewNarrowing = {
  expert_id?: number | undefined
  days?: number | undefined
  week?: string | undefined
  late?: 'yes' | undefined
}
export type ReviewDetail = ReviewDetailWire

const perPage = 50

export const reviewFiltersQuery = () =>
  queryOptions({ ...callQuery('GET /studio/review-filters'), refetchInterval: 60_000 })

export const reviewsQuery = (show: ReviewShow, filter: ReviewFilter, page = 1, narrowing: ReviewNarrowing = {}) =>
  pagedQuery('GET /studio/reviews', {
    query: { show, page, 'per-page': perPage, ...filterToWire(filter), ...narrowing },
  })

export const reviewQuery = (id: number) => callQuery('GET /studio/reviews/:id', { params: { id } })

/** One submission with its homework and attempts. */
export const useReview = (id: number) =>
  useQuery({
    ...reviewQuery(id),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data && isConverting(state.data) ? converting : false),
  })

/** How often a submission is refetched while one of its files is being converted, in ms. */
const converting = 5000

function isConverting({ attempts }: ReviewDetail): boolean {
  return attempts.some(({ submission }) => submission.files.some(({ status }) => status === 'UPLOADED'))
}

/** Refetches what a change in the queue makes stale. */
export function refreshReviews(): Promise<unknown> {
  return makeStale('GET /studio/reviews', 'GET /studio/reviews/:id', 'GET /studio/review-filters')
}

/** Takes what the expert holds already, otherwise the oldest free submission of the filter, from `afterId` on; answers its id. */
export async function takeNext(filter: ReviewFilter, afterId?: number): Promise<number | undefined> {
  const body = { ...filterToWire(filter), after_id: afterId }
  const { data } = await request('POST /studio/reviews/next', { body })
  return data.review?.id
}

/** How many submissions wait for a verdict, and whether any is late. */
export function useWaitingReviews(): Waiting | undefined {
  const t = useCopy()
  const { data } = useQuery(reviewFiltersQuery())
  const { data: alerts } = useQuery({ ...callQuery('GET /studio/alert-settings'), staleTime: Infinity })
  if (!data || alerts?.by_badge === false) return undefined
  const { waiting, overdue } = countsOf(data, {})
  return { count: waiting, isLate: overdue > 0, words: t('shell.reviews.count', { waiting, overdue }) }
}
