import { useState } from 'react'
import { settings } from '#kit/request/connection.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import { emptyDraft, isBlank, type ReviewDraft } from './review-draft.ts'

const nameOf = (reviewId: number) => `review.${settings.userId}.${reviewId}`

/** The unfinished answer to a submission, kept on the device until it is sent. */
export function useReviewDraft(reviewId: number) {
  const [draft, setDraft] = useState<ReviewDraft>(() => ({ ...emptyDraft, ...recall<ReviewDraft>(nameOf(reviewId)) }))
  return {
    draft,
    change(next: (before: ReviewDraft) => ReviewDraft) {
      setDraft(before => {
        const after = next(before)
        keepDraft(reviewId, after)
        return after
      })
    },
  }
}

/** Keeps what was written for a submission; an empty one is forgotten. */
export function keepDraft(reviewId: number, draft: ReviewDraft): void {
  remember(nameOf(reviewId), isBlank(draft) ? undefined : draft)
}
