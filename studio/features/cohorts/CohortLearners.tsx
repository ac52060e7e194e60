import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { mostListed } from '#shared/features/cohorts/people-list.ts'
import type { CohortLearnerWire, WholeCohortWire } from '#shared/features/cohorts/contract.ts'
import { useIsMailSet } from '#studio/features/accounts/mail/MailNotice.tsx'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { ChosenBar, useChosen } from '#studio/platform/tables/Chosen.tsx'
import { useColumns } from '#studio/platform/tables/Columns.tsx'
import { RowsTable, useOrder } from '#studio/platform/tables/RowsTable.tsx'
import styles from './Cohorts.module.css'
import { allLearners, type LearnerOrder, learnerColumns, learnersQuery } from './data.ts'
import { EnrolDialog } from './EnrolDialog.tsx'
import { learnersCsv, useLearnerCells } from './learner-cells.ts'
import { SaveLinks } from './list/SaveLinks.tsx'
import { PlaceActions } from './PlaceActions.tsx'

/** The learners of a cohort: whom to act on is chosen in the table, whose order and page stand in the address. */
export function CohortLearners({ cohort }: { cohort: WholeCohortWire }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  const { onSort, ...order } = useOrder(learnerColumns, { sort: 'name', order: 'asc' })
  const { shown, menu } = useColumns('learners', useLearnerCells())
  const chosen = useChosen<CohortLearnerWire>()
  const query = learnersQuery(cohort.id, order, getId('page') ?? 1)
  const { data, error, refetch, isFetching } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy>
        <Skeleton height="16rem" />
      </div>
    )
  return (
    <section aria-labelledby="learners" className={styles.column}>
      <header className={styles.header}>
        <h2 id="learners">{t('cohorts.learners', { count: data.total })}</h2>
        <ChosenBar count={chosen.rows.length} onClear={chosen.clear}>
          <PlaceActions
            label={t('cohorts.act.of', { count: chosen.rows.length })}
            cohortId={cohort.id}
            placeIds={chosen.rows.map(({ id }) => id)}
            onDone={chosen.clear}
          />
        </ChosenBar>
        {data.total > 0 && menu}
        <Buttons cohort={cohort} order={order} hasLearners={data.total > 0} />
      </header>
      {data.total === 0 ? (
        <EmptyState icon="users" title={t('cohorts.nobody.title')} text={t('cohorts.nobody.text')} />
      ) : (
        <RowsTable
          label={t('cohorts.learners', { count: data.total })}
          columns={shown.map(({ id, title, text }) => ({
            id,
            title,
            cell: id === 'name' ? nameCell : text,
            first: firstOf(id),
          }))}
          rows={data.rows}
          order={{ ...order, onSort }}
          choice={{ chosen, nameOf: ({ name }) => name }}
        />
      )}
      <PageSwitch
        page={data.page}
        count={data.pageCount}
        onPage={page => set({ page: page === 1 ? undefined : page })}
      />
    </section>
  )
}

const nameCell = ({ user_id: userId, name }: CohortLearnerWire) => (
  <Link href={pathTo('user', { userId })} dir="auto">
    {name}
  </Link>
)

/** Columns of figures begin with the largest. */
const firstOf = (id: string) =>
  id === 'name' ? 'asc' : learnerColumns.some(column => column === id) ? 'desc' : undefined

type ButtonsProps = { cohort: WholeCohortWire; order: LearnerOrder; hasLearners: boolean }

function Buttons({ cohort, order, hasLearners }: ButtonsProps) {
  const t = useCopy()
  const cells = useLearnerCells()
  const isUnheard = useIsMailSet() === false
  const learnerIds = async () => (await allLearners(cohort.id, order)).map(({ user_id: id }) => id).slice(0, mostListed)
  const save = async () => {
    try {
      const rows = await allLearners(cohort.id, order)
      saveAsFile(`cohort-${cohort.id}.csv`, learnersCsv(rows, cells), 'text/csv')
    } catch {
      toast(t('cohorts.failed'), { tone: 'danger' })
    }
  }
  return (
    <>
      {hasLearners && (
        <Button look="secondary" icon="download" onClick={() => void save()}>
          {t('cohorts.csv')}
        </Button>
      )}
      {hasLearners && isUnheard && <SaveLinks look="secondary" userIds={learnerIds} />}
      {!cohort.is_course_archived && (
        <Button
          icon="user"
          onClick={() => void openDialog(close => <EnrolDialog cohort={cohort} onClose={() => close()} />)}
        >
          {t('cohorts.enrol')}
        </Button>
      )}
    </>
  )
}
