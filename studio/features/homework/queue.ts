import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { type ReviewNarrowing, type ReviewShow, takeNext } from './data.ts'
import type { ReviewFilter } from './review-filters.ts'

export const reviewShows: readonly ReviewShow[] = ['waiting', 'mine', 'done']

/** The queue's filter, kept in the address: it survives a reload and goes along to each submission. */
export function useReviewFilter() {
  const { get, getId, set } = useQueryState()
  const [courseId, cohortId, stageId] = [getId('course'), getId('cohort'), getId('stage')]
  const filter = useMemo<ReviewFilter>(() => ({ courseId, cohortId, stageId }), [courseId, cohortId, stageId])
  return {
    filter,
    /** What a number of the workload counts; nothing of it goes along to a submission. */
    narrowing: {
      expert_id: getId('expert'),
      days: getId('days'),
      week: get('week'),
      late: get('late') === 'yes' ? ('yes' as const) : undefined,
    } satisfies ReviewNarrowing,
    show: reviewShows.find(name => name === get('show')) ?? 'waiting',
    page: getId('page') ?? 1,
    set,
    /** Query parameters that carry the filter along. */
    query: { course: courseId, cohort: cohortId, stage: stageId },
  }
}

/** Goes to the next free submission, or to the queue when there is none. */
export function useNextReview(currentId: number) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { filter, query } = useReviewFilter()
  const { run: open } = useSubmit({
    send: async (find: () => Promise<number | undefined>) => {
      const reviewId = await find()
      if (reviewId !== undefined && reviewId !== currentId) return navigate(pathTo('review', { reviewId }, query))
      toast(t('reviews.nothingFree'))
      navigate(pathTo('reviews', {}, query))
    },
    failed: t('ui.error.title'),
    hasToast: true,
  })

  return {
    /** After a verdict: the oldest one. */
    go: () => open(() => takeNext(filter)),
    /** Without a verdict: the next one after this, otherwise the oldest other one. */
    skip: () => void open(() => takeNext(filter, currentId)),
  }
}
