import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { CohortWire } from '#shared/features/cohorts/contract.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { CohortState } from './CohortState.tsx'
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
  const asked = useQuery({ ...cohortsQuery(), refetchOnMount: 'always' })
  const columns = ['course', 'starts', 'ends', 'state', 'learners'] as const
  return (
    <ListOf asked={asked}>
      {cohorts =>
        cohorts.length === 0 ? (
          <EmptyState icon="calendar" title={t('cohorts.empty.title')} text={t('cohorts.empty.text')} />
        ) : (
          <Table label={t('cohorts.title')} columns={columns.map(column => t(`cohorts.column.${column}`))}>
            {cohorts.map(cohort => (
              <CohortRow key={cohort.id} cohort={cohort} />
            ))}
          </Table>
        )
      }
    </ListOf>
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
