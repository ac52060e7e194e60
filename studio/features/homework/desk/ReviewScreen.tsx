import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import type { DaySelfieWire } from '#shared/features/progress/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { type ReviewDetail, reviewQuery, reviewsQuery, useReview } from '../data.ts'
import { useReviewFilter } from '../queue.ts'
import { ReviewClock, Verdict } from '../ReviewRow.tsx'
import { AttemptHistory, Submission } from './Submission.tsx'
import type { Claim } from './claim.ts'
import { CommentList } from './CommentList.tsx'
import styles from './Desk.module.css'
import { type Desk, useDesk, useDeskKeys } from './desk.ts'
import { carriedOver, isBlank, keepReviewDraft, type ReviewDraft } from './review-draft.ts'
import { VerdictForm } from './VerdictForm.tsx'

/** One submission under review. */
export function ReviewScreen({ reviewId }: { reviewId: number }) {
  const { data, error, refetch, isFetching } = useReview(reviewId)
  usePageTitle(data ? `${data.review.learner.name} · ${data.review.homework_title}` : '')
  if (data) return <Found key={reviewId} detail={data} />
  if (error instanceof RequestError && error.status === 404) return <Missing />
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <HeadingSkeleton />
      <div className={styles.desk}>
        <Skeleton height="24rem" />
        <Skeleton height="24rem" />
      </div>
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

type Props = { detail: ReviewDetail; desk: Desk }

/** The submission on the left, the answer on the right, earlier attempts on request. */
function ReviewDesk({ detail }: { detail: ReviewDetail }) {
  const desk = useDesk(detail)
  useDeskKeys(desk)
  const { review, attempts } = detail
  const earlier = attempts.filter(({ id }) => id !== review.id)
  return (
    <>
      <Header detail={detail} desk={desk} />
      <ClaimNotice claim={desk.claim} detail={detail} draft={desk.draft} onAgain={() => void desk.take()} />
      <div className={styles.desk} data-comparing={desk.isComparing || undefined}>
        {desk.isComparing && <AttemptHistory attempts={earlier} />}
        <Work desk={desk} detail={detail} />
        <Answer detail={detail} desk={desk} />
      </div>
      {review.verdict === null && <NextPreload currentId={review.id} />}
    </>
  )
}

type ClaimProps = { claim: Claim; detail: ReviewDetail; draft: ReviewDraft; onAgain: () => void }

/** Why the submission cannot be reviewed now, and what to do instead. */
function ClaimNotice({ claim, detail, draft, onAgain }: ClaimProps) {
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

function Header({ detail: { review, attempts }, desk }: Props) {
  const t = useCopy()
  return (
    <header className={styles.header}>
      <div>
        <h1>
          <Link href={pathTo('learner', { userId: review.learner.id })}>{review.learner.name}</Link>
        </h1>
        <p className={styles.muted}>{review.homework_title}</p>
      </div>
      <Badge>{t('reviews.attempt', { number: review.number })}</Badge>
      {review.verdict ? <Verdict verdict={review.verdict} /> : <ReviewClock dueAt={review.due_at} />}
      <span className={styles.tools}>
        {attempts.length > 1 && (
          <Button look="secondary" aria-pressed={desk.isComparing} onClick={desk.compare}>
            {t('desk.history')} <KeyHint name="h" />
          </Button>
        )}
        <Button look="secondary" icon="next" onClick={desk.next.skip}>
          {t('reviews.next')} <KeyHint name="n" />
        </Button>
      </span>
    </header>
  )
}

function Work({ detail, desk }: Props) {
  const t = useCopy()
  const { attempt, remarks } = desk
  return (
    <section className={styles.work} aria-label={t('desk.submission')}>
      {attempt && (
        <Submission
          attempt={attempt}
          player={remarks.player}
          shown={remarks.shown}
          onShow={remarks.show}
          comments={desk.draft.comments}
        />
      )}
      <details className={styles.task} open={attempt?.submission.files.length === 0}>
        <summary>{t('desk.task')}</summary>
        <CourseText text={detail.homework.text} />
      </details>
      {detail.solution && (
        <details className={styles.task}>
          <summary>{t('desk.solution')}</summary>
          <CourseText text={detail.solution} />
        </details>
      )}
      {detail.selfies.length > 0 && <Selfies selfies={detail.selfies} />}
    </section>
  )
}

function Answer({ detail, desk }: Props) {
  const t = useCopy()
  const { attempt, remarks } = desk
  if (detail.review.verdict) return <Given detail={detail} />
  return (
    <section className={styles.answer} aria-label={t('desk.answer')}>
      {attempt && attempt.submission.files.length > 0 && (
        <CommentList
          comments={desk.draft.comments}
          open={remarks.open}
          canWrite={desk.canJudge}
          onOpen={remarks.setOpen}
          onNew={remarks.start}
          onSave={remarks.keep}
          onRemove={remarks.remove}
          onJump={remarks.jump}
        />
      )}
      <VerdictForm
        draft={desk.draft}
        onChange={desk.change}
        voice={desk.voice}
        wholeScore={detail.points}
        criteria={detail.criteria}
        failure={desk.failure}
        isBusy={desk.isBusy}
        canSend={desk.canJudge}
        message={desk.message}
        pointsField={desk.pointsField}
        onVerdict={desk.decide}
        onPhrase={desk.addPhrase}
      />
    </section>
  )
}

/** The answer, once given. */
function Given({ detail: { review, attempts } }: { detail: ReviewDetail }) {
  const own = attempts.filter(({ id }) => id === review.id)
  return <AttemptHistory attempts={own} />
}

/** Preloads the next submission and its video while this one is being reviewed. */
function NextPreload({ currentId }: { currentId: number }) {
  const { filter } = useReviewFilter()
  const { data: queue } = useQuery(reviewsQuery('waiting', filter))
  const next = queue?.rows.find(({ id, claim }) => id !== currentId && (claim === null || claim.is_own))
  const { data } = useQuery({ ...reviewQuery(next?.id ?? Number.NaN), enabled: next !== undefined })
  const files = data?.attempts.find(({ id }) => id === next?.id)?.submission.files ?? []
  const video = files.find(({ type, status }) => status === 'DONE' && mediaTypeFromCode(type) === 'video')
  const source = video && (video.mp4 ?? video.url)
  if (!source) return null
  return <video key={video.id} src={source} preload="auto" muted hidden tabIndex={-1} />
}

/** With which photos the learner began the days of the stage. */
function Selfies({ selfies }: { selfies: readonly DaySelfieWire[] }) {
  const t = useCopy()
  const { moment } = useMoments()
  return (
    <details className={styles.task}>
      <summary>{t('desk.selfies')}</summary>
      <ul className={styles.selfies}>
        {selfies.map(({ day_number: number, taken_at: takenAt, file }) => (
          <li key={file.id}>
            <a href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
              <img src={file.urls?.small} alt={t('desk.selfie', { number })} loading="lazy" />
            </a>
            <p className={styles.muted}>{t('desk.selfie.day', { number, moment: moment(takenAt * 1000) })}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
