import { useRef } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { classes } from '#kit/ui/classes.ts'
import page from '#kit/ui/Page.module.css'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Score } from '#shared/features/points/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { useUser } from '#web/features/accounts/data.ts'
import { usePointsHistory } from './history.ts'
import styles from './PointsHistoryScreen.module.css'

const types = ['day', 'homework', 'spent', 'returned', 'staff'] as const

/** The text for an entry's type; a type unknown to this version is named by its sign. */
function typeKey({ type, amount, about }: Score) {
  const known = types.find(name => name === type)
  if (known) return `points.type.${known}` as const
  if (about?.kind === 'order') return amount < 0 ? 'points.type.takenBack' : 'points.type.bought'
  return amount < 0 ? 'points.type.debit' : 'points.type.earned'
}

/** What an entry was for: the day and its course, the homework, or the order. */
function About({ about, note }: Score) {
  const t = useCopy()
  if (!about) return note ? <p dir="auto">{note}</p> : null
  const { kind, title, day_number: number, course_title: course, order_id: orderId } = about
  if (kind === 'order' && orderId !== null)
    return (
      <p dir="auto">
        <Link href={pathTo('order', { orderId })}>{t('points.about.order', { number: orderId })}</Link> {title}
      </p>
    )
  const day = number === null ? '' : t('points.about.day', { number })
  return <p dir="auto">{[day, title, course].filter(Boolean).join(' · ')}</p>
}

function Entry({ score }: { score: Score }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const amount = t('points.amount', { count: Math.abs(score.amount) })
  return (
    <li className={styles.entry} tabIndex={-1}>
      <div>
        <p className={styles.type}>{t(typeKey(score))}</p>
        <About {...score} />
        <time dateTime={new Date(score.createdAt).toISOString()} className={styles.time}>
          {formatDate(score.createdAt, t.language, 'long', timeZone)},{' '}
          {formatTime(score.createdAt, t.language, timeZone)}
        </time>
      </div>
      <p className={classes(styles.amount, score.amount < 0 && styles.spent)}>
        {score.amount < 0 ? '−' : '+'}
        {amount}
      </p>
    </li>
  )
}

function Loading() {
  const t = useCopy()
  return (
    <div aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
    </div>
  )
}

/** The ledger of points, newest first, 20 at a time. */
export function PointsHistoryScreen() {
  const t = useCopy()
  const history = usePointsHistory()
  const list = useRef<HTMLOListElement>(null)
  const scores = history.data?.rows
  return (
    <div className={page.column}>
      <h1>{t('points.history.title')}</h1>
      {!scores && history.error && (
        <LoadFailure
          title={t('points.error')}
          offlineText={t('points.offline')}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      )}
      {!scores && !history.error && <Loading />}
      {scores?.length === 0 && (
        <EmptyState
          icon="star"
          title={t('points.history.empty')}
          text={t('points.history.empty.text')}
          action={<LinkButton href={pathTo('home')}>{t('points.calendar')}</LinkButton>}
        />
      )}
      {scores && scores.length > 0 && (
        <>
          <ol ref={list} className={styles.list}>
            {scores.map(score => (
              <Entry key={score.id} score={score} />
            ))}
          </ol>
          <p role="status" className={styles.count}>
            {t('points.history.loaded', { count: scores.length })}
          </p>
          <MorePages
            asked={history}
            list={list}
            focusing="li"
            more={t('points.history.more')}
            failed={t('points.error')}
          />
        </>
      )}
    </div>
  )
}
