import { refreshReviews } from './data.ts'

/** A submission came, was taken, given back or answered: every list of them is old. */
export function hearReviewNews(type: string): void {
  if (type === 'review') void refreshReviews()
}
