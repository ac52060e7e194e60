import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import type { CohortLearnerWire } from '#shared/features/cohorts/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { SortedColumn } from '#studio/platform/SortedColumn.tsx'
import styles from '#studio/platform/Table.module.css'
import { learnerColumns, type LearnerOrder } from './data.ts'
import type { LearnerCell } from './learner-cells.ts'

type Props = {
  rows: readonly CohortLearnerWire[]
  cells: readonly LearnerCell[]
  order: LearnerOrder
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  onOrder: (query: { sort: string; order: string; page: undefined }) => void
}

/** One page of learners; columns of figures sort, the first press by the largest. */
export function LearnersTable({ rows, cells, order, chosen, onChoose, onOrder }: Props) {
  const t = useCopy()
  const isAll = rows.every(({ id }) => chosen.has(id))
  const choose = (ids: readonly number[], isWanted: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isWanted) next.add(id)
      else next.delete(id)
    }
    onChoose(next)
  }
  return (
    <div className={styles.scroll} role="group" aria-labelledby="learners">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('cohorts.chooseAll')}
                checked={isAll}
                onChange={event =>
                  choose(
                    rows.map(({ id }) => id),
                    event.target.checked,
                  )
                }
              />
            </th>
            {cells.map(({ id, title }) => {
              const column = learnerColumns.find(name => name === id)
              return column ? (
                <SortedColumn
                  key={id}
                  title={title}
                  first={column === 'name' ? 'asc' : 'desc'}
                  sorted={order.sort === column ? order.order : undefined}
                  onSort={next => onOrder({ sort: column, order: next, page: undefined })}
                />
              ) : (
                <th key={id} scope="col">
                  {title}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('cohorts.choose', { name: row.name })}
                  checked={chosen.has(row.id)}
                  onChange={event => choose([row.id], event.target.checked)}
                />
              </td>
              {cells.map(({ id, text }) =>
                id === 'name' ? (
                  <th key={id} scope="row">
                    <Link href={pathTo('user', { userId: row.user_id })} dir="auto">
                      {row.name}
                    </Link>
                  </th>
                ) : (
                  <td key={id}>{text(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
