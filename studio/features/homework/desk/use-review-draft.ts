import { keepDraft, useDraft } from '#kit/form/draft.ts'
import { emptyDraft, isBlank, type ReviewDraft } from './review-draft.ts'

const subjectOf = (reviewId: number) => `review ${reviewId}`

/** The unsent answer to a submission, kept on the device. */
export function useReviewDraft(reviewId: number) {
  const { value: draft, change } = useDraft<ReviewDraft>({
    subject: subjectOf(reviewId),
    place: 'device',
    read: kept => ({ ...emptyDraft, ...(kept as Partial<ReviewDraft> | undefined) }),
    isEmpty: isBlank,
  })
  return { draft, change }
}

/** Stores a submission's draft; an empty one is removed. */
export function keepReviewDraft(reviewId: number, draft: ReviewDraft): void {
  keepDraft(subjectOf(reviewId), 'device', isBlank(draft) ? undefined : draft)
}
