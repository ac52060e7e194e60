import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { CohortState } from './CohortState.tsx'
import styles from './Cohorts.module.css'
import { cohortsQuery } from './data.ts'
import { OpenCohortDialog } from './OpenCohortDialog.tsx'

const shownFirst = 5

type Props = { courseId: number; version: number; isArchived: boolean }

/** The latest cohorts of a course that is published, on its screen, and the way to the next one. */
export function CohortsOfCourse({ courseId, version, isArchived }: Props) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...cohortsQuery(), refetchOnMount: 'always' })
  if (version === 0) return null
  const own = data?.filter(cohort => cohort.course_id === courseId)
  const open = () => void openDialog(close => <OpenCohortDialog courseId={courseId} onClose={() => close()} />)
  return (
    <section aria-labelledby="cohorts" className={styles.section} aria-busy={!own && !error}>
      <h2 id="cohorts">{t('cohorts.title')}</h2>
      {!own && (error ? <ErrorState busy={isFetching} onRetry={() => void refetch()} /> : <Skeleton height="3rem" />)}
      {own?.length === 0 && <p className={styles.muted}>{t('cohorts.empty.text')}</p>}
      {own && own.length > 0 && (
        <ul className={styles.lines}>
          {own.slice(0, shownFirst).map(({ id, starts_on, state, learners_count: count }) => (
            <li key={id} className={styles.line}>
              <Link href={pathTo('cohort', { cohortId: id })}>{formatLocalDate(starts_on, t.language)}</Link>
              <CohortState state={state} />
              <span className={styles.muted}>{t('cohorts.learners', { count })}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.line}>
        {!isArchived && (
          <Button look="secondary" icon="calendar" onClick={open}>
            {t('cohorts.open')}
          </Button>
        )}
        {own && own.length > shownFirst && <Link href={pathTo('cohorts')}>{t('cohorts.back')}</Link>}
      </div>
    </section>
  )
}
