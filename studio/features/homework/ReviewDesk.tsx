import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { AttemptHistory } from './AttemptHistory.tsx'
import { ClaimNotice } from './ClaimNotice.tsx'
import { CommentList } from './CommentList.tsx'
import styles from './Desk.module.css'
import type { ReviewDetail } from './data.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { NextPreload } from './NextPreload.tsx'
import { ReviewClock } from './ReviewClock.tsx'
import { Verdict } from './ReviewRow.tsx'
import { Submission } from './Submission.tsx'
import { type Desk, useDesk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { VerdictForm } from './VerdictForm.tsx'

type Props = { detail: ReviewDetail; desk: Desk }

/** The work on the left, the answer on the right, earlier attempts beside on wish. */
export function ReviewDesk({ detail }: { detail: ReviewDetail }) {
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

function Header({ detail: { review, attempts }, desk }: Props) {
  const t = useCopy()
  return (
    <header className={styles.header}>
      <div>
        <h1>{review.learner.name}</h1>
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
        <p dir="auto">{detail.homework.text}</p>
      </details>
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
        wholeScore={detail.points}
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

/** What was answered, once it was. */
function Given({ detail: { review, attempts } }: { detail: ReviewDetail }) {
  const own = attempts.filter(({ id }) => id === review.id)
  return <AttemptHistory attempts={own} />
}
