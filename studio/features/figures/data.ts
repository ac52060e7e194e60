import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { request } from '#kit/request/request.ts'
import type { CountedWire } from '#shared/features/figures/contract.ts'
import type { PeopleKind } from '#shared/features/figures/rules.ts'
import type { Span } from '#shared/features/figures/rules.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

/**
 * Figures by filters. While those of others load, the ones before stay: `shown` are the filters that they are of.
 */
export function useFigures<Filters extends object, Data, Key extends QueryKey>(
  filters: Filters,
  queryOf: (filters: Filters) => UseQueryOptions<Data, Error, Data, Key>,
) {
  const asked = useQuery({ ...queryOf(filters), placeholderData: keepPreviousData, refetchOnMount: 'always' as const })
  const [kept, setKept] = useState(filters)
  const { isPlaceholderData } = asked
  if (!isPlaceholderData && JSON.stringify(kept) !== JSON.stringify(filters)) setKept(filters)
  return { asked, shown: isPlaceholderData ? kept : filters }
}

export const activityQuery = ({ by, courseId }: { by: Span; courseId: number | undefined }) =>
  callQuery('GET /studio/figures/activity', { query: { by, course_id: courseId } })

export const answersQuery = ({ courseId }: { courseId: number | undefined }) =>
  callQuery('GET /studio/figures/answers', { query: { course_id: courseId } })

/** By which spans, and of which product, money is shown. */
export type Shown = { by: Span; serviceId: number | undefined }

export const salesQuery = ({ by, serviceId }: Shown) =>
  callQuery('GET /studio/figures/sales', { query: { by, service_id: serviceId } })

export const subscriptionsQuery = ({ by, serviceId }: Shown) =>
  callQuery('GET /studio/figures/subscriptions', { query: { by, service_id: serviceId } })

export const stopsQuery = (id: number) => callQuery('GET /studio/figures/courses/:id/stops', { params: { id } })

export const watchingQuery = (id: number, cohortId: number | undefined) =>
  callQuery('GET /studio/figures/courses/:id/watching', { params: { id }, query: { cohort_id: cohortId } })

export const momentsQuery = (id: number, lessonId: number, cohortId: number | undefined) =>
  callQuery('GET /studio/figures/courses/:id/watching/:lessonId', {
    params: { id, lessonId },
    query: { cohort_id: cohortId },
  })

/** What a number counts, as the address of its people says. */
export type Counting = {
  kind: PeopleKind
  by?: Span | undefined
  starts_on?: string | undefined
  course_id?: number | undefined
  cohort_id?: number | undefined
  day_id?: number | undefined
  lesson_id?: number | undefined
  film_id?: number | undefined
  second?: number | undefined
  grain?: number | undefined
}

export const countedQuery = (counting: Counting, page: number) =>
  pagedQuery('GET /studio/figures/people', { query: { ...counting, page } })

export async function allCounted(counting: Counting): Promise<CountedWire[]> {
  return (await request('GET /studio/figures/people', { query: { ...counting, 'per-page': 10_000 } })).data
}

/** The address of the people behind a number. */
export const peopleOf = (counting: Counting) => pathTo('counted', {}, counting)
