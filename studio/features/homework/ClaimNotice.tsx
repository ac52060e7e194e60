import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import type { ReviewDetail } from './data.ts'
import { carriedOver, isBlank, type ReviewDraft } from './review-draft.ts'
import { keepReviewDraft } from './use-review-draft.ts'
import type { Claim } from './use-claim.ts'
import { useReviewFilter } from './use-review-filter.ts'

type Props = { claim: Claim; detail: ReviewDetail; draft: ReviewDraft; onAgain: () => void }

/** Why the submission cannot be judged here and now, and what to do instead. */
export function ClaimNotice({ claim, detail, draft, onAgain }: Props) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { query } = useReviewFilter()
  const { review, attempts } = detail
  const again = (
    <Button look="secondary" icon="refresh" onClick={onAgain}>
      {t('ui.retry')}
    </Button>
  )
  if (review.verdict)
    return (
      <Notice tone="success" live>
        {t('desk.answered')}
      </Notice>
    )
  if (claim.kind === 'unreachable')
    return (
      <Notice tone="warn" live action={again}>
        {t('desk.unreachable')}
      </Notice>
    )
  if (claim.kind !== 'refused') return null
  if (claim.code === 'review_replaced') {
    const newer = attempts.find(attempt => !attempt.is_replaced)
    const open = () => {
      if (!newer) return
      if (!isBlank(draft)) keepReviewDraft(newer.id, carriedOver(draft))
      navigate(pathTo('review', { reviewId: newer.id }, query))
    }
    return (
      <Notice tone="warn" live action={newer && <Button onClick={open}>{t('desk.openNewer')}</Button>}>
        {t('desk.replacedByLearner')}
      </Notice>
    )
  }
  const holder = review.claim?.is_own === false ? review.claim.user.name : undefined
  return (
    <Notice tone="warn" icon="lock" live action={again}>
      {claim.code === 'review_done'
        ? t('desk.answered')
        : holder
          ? t('desk.takenBy', { name: holder })
          : t('desk.taken')}
    </Notice>
  )
}
