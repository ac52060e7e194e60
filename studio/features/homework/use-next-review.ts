import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { takeNext } from './data.ts'
import { useReviewFilter } from './use-review-filter.ts'

/** The way on from a submission: to the next free one, or to the queue when there is none. */
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
    /** After an answer: the oldest. */
    go: () => open(() => takeNext(filter)),
    /** Without an answer: one after this, else the oldest that is another. */
    skip: () => void open(async () => (await takeNext(filter, currentId)) ?? takeNext(filter)),
  }
}
