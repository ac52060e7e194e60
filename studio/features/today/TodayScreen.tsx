import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { TodayWire } from '#shared/features/today/contract.ts'
import { failureCounts, lastingJobs } from '#shared/features/today/rules.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { firstStepsQuery, retryJobs, todayQuery } from './data.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { jobWords, retriedWords } from './job-words.ts'
import styles from './Today.module.css'

/** `/admin/today`: what needs somebody, and the first steps of a new school. */
export function TodayScreen() {
  const t = useCopy()
  usePageTitle(t('today.title'))
  const { data, error, refetch, isFetching } = useQuery(todayQuery())
  const { data: steps } = useQuery(firstStepsQuery())
  // Nothing waits yet in a school without learners.
  const isNew = steps?.has_learner === false
  return (
    <div className={styles.page} aria-busy={!data && !error}>
      <h1>{t('today.title')}</h1>
      {isNew && <FirstSteps />}
      {data && <Counts today={data} />}
      {data && <Reported clubs={data.reported} />}
      {!data && error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="6rem" />}
      {data && <FailedJobs jobs={data.failed_jobs} />}
      {data && <Cohorts cohorts={data.cohorts} />}
      {!isNew && <FirstSteps />}
    </div>
  )
}

function Counts({ today: { reviews, chats_waiting: chats, requests_waiting: requests } }: { today: TodayWire }) {
  const t = useCopy()
  return (
    <ul className={styles.counts} aria-label={t('today.waiting')}>
      <li>
        <Link href={pathTo('reviews')} className={styles.count}>
          <strong>{reviews.waiting}</strong>
          <span>{t('today.reviews', { count: reviews.waiting })}</span>
          <span className={reviews.overdue ? styles.late : styles.muted}>
            {t('today.overdue', { count: reviews.overdue })}
          </span>
        </Link>
      </li>
      <li>
        <Link href={pathTo('inbox', {}, { show: 'waiting' })} className={styles.count}>
          <strong>{chats}</strong>
          <span>{t('today.chats', { count: chats })}</span>
        </Link>
      </li>
      <li>
        <Link href={pathTo('support')} className={styles.count}>
          <strong>{requests}</strong>
          <span>{t('today.requests', { count: requests })}</span>
        </Link>
      </li>
    </ul>
  )
}

/** What members of clubs have reported, with the way to decide about it. */
function Reported({ clubs }: { clubs: TodayWire['reported'] }) {
  const t = useCopy()
  if (clubs.length === 0) return null
  return (
    <Notice tone="warn" title={t('today.reported')}>
      <ul className={styles.rows}>
        {clubs.map(({ club_id: clubId, title, messages }) => (
          <li key={clubId}>
            <Link href={pathTo('clubModeration', { clubId })}>
              {t('today.reported.club', { title, count: messages })}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What the server gave up, counted as e-mails where it is those, and the way to try again; what it was is in its log. */
function FailedJobs({ jobs }: { jobs: TodayWire['failed_jobs'] }) {
  const t = useCopy()
  const { moment } = useMoments()
  const { run, isBusy } = useSubmit({
    send: async () => {
      const { text, tone } = retriedWords(t, await retryJobs())
      toast(text, { tone })
    },
    failed: t('today.failed.notRetried'),
    hasToast: true,
  })
  const [latest] = jobs
  if (!latest) return null
  const { letters, others } = failureCounts(jobs)
  const title = [
    letters > 0 && t('today.failed.letters', { count: letters }),
    others > 0 && t('today.failed', { count: others }),
  ]
  return (
    <Notice tone="danger" title={title.filter(Boolean).join('. ')}>
      <p>
        {t('today.failed.text', {
          names: jobs.map(({ name, count: times }) => `${jobWords(t, name)} (${times})`).join(', '),
          at: moment(latest.last_at * 1000),
        })}
      </p>
      {jobs.some(({ name }) => lastingJobs.includes(name)) && (
        <Button look="secondary" icon="refresh" busy={isBusy} onClick={() => void run()}>
          {t('today.failed.retry')}
        </Button>
      )}
    </Notice>
  )
}

function Cohorts({ cohorts }: { cohorts: TodayWire['cohorts'] }) {
  const t = useCopy()
  return (
    <Card as="section">
      <div className={styles.part}>
        <h2>{t('today.cohorts')}</h2>
        {cohorts.length === 0 && <p className={styles.muted}>{t('today.cohorts.none')}</p>}
        {cohorts.length > 0 && (
          <ul className={styles.rows}>
            {cohorts.map(({ id, course_title: title, starts_on: startsOn, learners_count: count }) => (
              <li key={id}>
                <Link href={pathTo('cohort', { cohortId: id })} dir="auto">
                  {title}
                </Link>{' '}
                <span className={styles.muted}>
                  {formatLocalDate(startsOn, t.language)} · {t('today.cohorts.learners', { count })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
