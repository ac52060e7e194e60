import { useMemo } from 'react'
import { useQueryState } from '#studio/platform/addresses.ts'
import type { ReviewShow } from './data.ts'
import type { ReviewFilter } from './review-filters.ts'

export const reviewShows: readonly ReviewShow[] = ['waiting', 'mine', 'done']

/** What the address asks of the queue; kept there, so that it outlives a reload and goes along to each submission. */
export function useReviewFilter() {
  const { get, getId, set } = useQueryState()
  const [courseId, cohortId, stageId] = [getId('course'), getId('cohort'), getId('stage')]
  const filter = useMemo<ReviewFilter>(() => ({ courseId, cohortId, stageId }), [courseId, cohortId, stageId])
  return {
    filter,
    show: reviewShows.find(name => name === get('show')) ?? 'waiting',
    page: getId('page') ?? 1,
    set,
    /** The part of the address that carries the filter along. */
    query: { course: courseId, cohort: cohortId, stage: stageId },
  }
}
