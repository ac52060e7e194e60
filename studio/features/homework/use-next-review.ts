import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { errorMessage } from '#kit/request/request-errors.ts'
import { toast } from '#kit/ui/toasts.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { takeNext } from './data.ts'
import { useReviewFilter } from './use-review-filter.ts'

/** The way on from a submission: to the next free one, or to the queue when there is none. */
export function useNextReview(currentId: number) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { filter, query } = useReviewFilter()
  const isRunning = useRef(false)

  const open = async (find: () => Promise<number | undefined>) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      const reviewId = await find()
      if (reviewId !== undefined && reviewId !== currentId) return navigate(pathTo('review', { reviewId }, query))
      toast(t('reviews.nothingFree'))
      navigate(pathTo('reviews', {}, query))
    } catch (error) {
      toast(errorMessage(error, t('ui.error.title')), { tone: 'danger' })
    } finally {
      isRunning.current = false
    }
  }

  return {
    /** After an answer: the oldest. */
    go: () => open(() => takeNext(filter)),
    /** Without an answer: one after this, else the oldest that is another. */
    skip: () => void open(async () => (await takeNext(filter, currentId)) ?? takeNext(filter)),
  }
}
