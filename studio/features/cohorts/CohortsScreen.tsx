import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { CohortWire } from '#shared/features/cohorts/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { CohortState } from './CohortState.tsx'
import table from '#studio/platform/Table.module.css'
import styles from './Cohorts.module.css'
import { cohortsQuery } from './data.ts'
import { OpenCohortDialog } from './OpenCohortDialog.tsx'

/** `/admin/cohorts`: the cohorts of all courses, the latest start first. */
export function CohortsScreen() {
  const t = useCopy()
  usePageTitle(t('cohorts.title'))
  return (
    <>
      <ScreenHead title={t('cohorts.title')}>
        <Button icon="calendar" onClick={() => void openDialog(close => <OpenCohortDialog onClose={() => close()} />)}>
          {t('cohorts.open')}
        </Button>
      </ScreenHead>
      <CohortTable />
    </>
  )
}

function CohortTable() {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...cohortsQuery(), refetchOnMount: 'always' })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        {[1, 2, 3].map(one => (
          <Skeleton key={one} height="3rem" />
        ))}
      </div>
    )
  if (data.length === 0)
    return <EmptyState icon="calendar" title={t('cohorts.empty.title')} text={t('cohorts.empty.text')} />
  const columns = ['course', 'starts', 'ends', 'state', 'learners'] as const
  return (
    <div className={table.scroll} role="region" aria-label={t('cohorts.title')}>
      <table className={table.table}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {t(`cohorts.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(cohort => (
            <CohortRow key={cohort.id} cohort={cohort} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CohortRow({ cohort }: { cohort: CohortWire }) {
  const t = useCopy()
  const { id, course_title: title, starts_on, ends_on, state, learners_count: learners, seats } = cohort
  return (
    <tr>
      <th scope="row">
        <Link href={pathTo('cohort', { cohortId: id })} dir="auto">
          {title}
        </Link>
      </th>
      <td>{formatLocalDate(starts_on, t.language, 'numeric')}</td>
      <td>{formatLocalDate(ends_on, t.language, 'numeric')}</td>
      <td>
        <CohortState state={state} />
      </td>
      <td>{seats === null ? learners : t('cohorts.ofSeats', { count: learners, seats })}</td>
    </tr>
  )
}
