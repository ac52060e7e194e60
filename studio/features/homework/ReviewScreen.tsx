import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from './Desk.module.css'
import { type ReviewDetail, useReview } from './data.ts'
import { ReviewDesk } from './ReviewDesk.tsx'
import { useReviewFilter } from './use-review-filter.ts'

/** One submission, judged by keyboard. */
export function ReviewScreen({ reviewId }: { reviewId: number }) {
  const { data, error, refetch, isFetching } = useReview(reviewId)
  usePageTitle(data ? `${data.review.learner.name} · ${data.review.homework_title}` : '')
  if (data) return <Found key={reviewId} detail={data} />
  if (error instanceof RequestError && error.status === 404) return <Missing />
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.desk} aria-busy>
      <Skeleton height="24rem" />
      <Skeleton height="24rem" />
    </div>
  )
}

function Found({ detail }: { detail: ReviewDetail }) {
  const t = useCopy()
  const { query } = useReviewFilter()
  const { review } = detail
  return (
    <>
      <nav className={styles.crumbs} aria-label={t('desk.place')}>
        <Link href={pathTo('reviews', {}, query)}>{t('reviews.title')}</Link>
        <span aria-hidden>›</span>
        <span>
          {review.course_title} · {review.stage_title}
        </span>
        <Link className={styles.chat} href={pathTo('chat', { chatId: review.chat_id })}>
          {t('desk.openChat')}
        </Link>
      </nav>
      <ReviewDesk detail={detail} />
    </>
  )
}

function Missing() {
  const t = useCopy()
  const action = <LinkButton href={pathTo('reviews')}>{t('reviews.title')}</LinkButton>
  return <EmptyState isPage icon="info" title={t('desk.missing')} text={t('desk.missing.text')} action={action} />
}
