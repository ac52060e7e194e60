import { Link } from 'wouter'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { classes } from '#kit/ui/classes.ts'
import { useNow } from '#kit/ui/clock.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { ReviewWire } from '#shared/features/homework/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import rows from '#studio/platform/Rows.module.css'
import styles from './ReviewsScreen.module.css'

/** One submission in the queue: the learner, the homework, the time left, the reviewer. */
export function ReviewRow({ review, href }: { review: ReviewWire; href: string }) {
  const t = useCopy()
  const { learner } = review
  const { moment } = useMoments()
  return (
    <li>
      <Link href={href} className={classes(rows.row, styles.row)}>
        <Avatar name={learner.name} src={learner.avatar} size={40} />
        <span className={styles.who}>
          <strong>{learner.name}</strong>
          <span className={styles.muted}>{moment(review.submitted_at * 1000)}</span>
        </span>
        <span className={styles.what}>
          <span>{review.homework_title}</span>
          <span className={styles.muted}>
            {review.course_title} · {formatLocalDate(review.cohort_starts_on, t.language, 'short')} ·{' '}
            {review.stage_title}
          </span>
        </span>
        <span className={styles.marks}>
          {review.number > 1 && <Badge>{t('reviews.attempt', { number: review.number })}</Badge>}
          <Holder review={review} />
          {review.verdict ? <Verdict verdict={review.verdict} /> : <ReviewClock dueAt={review.due_at} />}
        </span>
      </Link>
    </li>
  )
}

function Holder({ review: { claim } }: { review: ReviewWire }) {
  const t = useCopy()
  if (!claim) return null
  return (
    <Badge tone={claim.is_own ? 'accent' : 'neutral'} icon={claim.is_own ? 'user' : 'lock'}>
      {claim.is_own ? t('reviews.heldByYou') : t('reviews.heldBy', { name: claim.user.name })}
    </Badge>
  )
}

/** Approved or sent back, in words. */
export function Verdict({ verdict }: { verdict: 'DONE' | 'FAIL' }) {
  const t = useCopy()
  const isDone = verdict === 'DONE'
  return (
    <Badge tone={isDone ? 'success' : 'warning'} icon={isDone ? 'check' : 'refresh'}>
      {t(`reviews.verdict.${verdict}`)}
    </Badge>
  )
}

/** Time left of the 24 hours, or overdue; in words, not by colour alone. */
export function ReviewClock({ dueAt }: { dueAt: number }) {
  const t = useCopy()
  const { tone, key, hours, minutes } = reviewClock(dueAt, useNow(30_000))
  return (
    <Badge tone={tone} icon={tone === 'danger' ? 'alert' : 'clock'}>
      {t(key, { hours, minutes })}
    </Badge>
  )
}

type TimeLeft = { tone: 'neutral' | 'warning' | 'danger'; key: CopyKey; hours: number; minutes: number }

const minuteMs = 60_000
/** How long before it is due a submission is marked as urgent, in minutes. */
const pressing = 240

/** The time left until a submission is due, or how long it is overdue. `dueAt` is in seconds, `now` in ms. */
export function reviewClock(dueAt: number, now: number): TimeLeft {
  const left = Math.ceil((dueAt * 1000 - now) / minuteMs)
  const whole = Math.abs(left)
  const parts = { hours: Math.floor(whole / 60), minutes: whole % 60 }
  const unit = whole >= 60 ? 'hours' : 'minutes'
  if (left < 0) return { tone: 'danger', key: `reviews.overdue.${unit}`, ...parts }
  return { tone: left < pressing ? 'warning' : 'neutral', key: `reviews.left.${unit}`, ...parts }
}
