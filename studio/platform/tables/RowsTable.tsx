import type { ReactNode, RefObject } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useQueryState } from '../addresses.ts'
import type { Chosen } from './Chosen.tsx'
import { type Direction, SortedColumn } from './SortedColumn.tsx'
import styles from './Table.module.css'

export type RowsColumn<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** The direction of the first press on its heading; without one it gives no order. */
  first?: Direction | undefined
  isFigure?: boolean
}

/** The column by which a table is sorted, and how it is sorted by another. */
export type Order = { sort: string; order: Direction; onSort: (sort: string, order: Direction) => void }

/** An order that stands in the address as `sort` and `order`; another one begins at the first page. */
export function useOrder<Sort extends string>(sorts: readonly Sort[], usual: { sort: Sort; order: Direction }) {
  const { get, set } = useQueryState()
  const sort = sorts.find(one => one === get('sort'))
  const order: { sort: Sort; order: Direction } = sort
    ? { sort, order: get('order') === 'desc' ? 'desc' : 'asc' }
    : usual
  return {
    ...order,
    onSort: (next: string, direction: Direction) => set({ sort: next, order: direction, page: undefined }),
  }
}

type Props<Row extends { id: number }> = {
  label: string
  /** The first names the row. */
  columns: readonly RowsColumn<Row>[]
  rows: readonly Row[]
  order?: Order | undefined
  /** Which rows are chosen, and the name by which each is. */
  choice?: { chosen: Chosen<Row>; nameOf: (row: Row) => string } | undefined
  ref?: RefObject<HTMLTableSectionElement | null> | undefined
  isBusy?: boolean
}

/** A dense table: its headings sort, and rows can be chosen. */
export function RowsTable<Row extends { id: number }>(props: Props<Row>) {
  const { label, columns, rows, choice, ref, isBusy } = props
  const t = useCopy()
  return (
    <div className={styles.scroll} role="group" aria-label={label} aria-busy={isBusy}>
      <table className={styles.table}>
        <thead>
          <Headings {...props} />
        </thead>
        <tbody ref={ref}>
          {rows.map(row => (
            <tr key={row.id} data-row={row.id}>
              {choice && (
                <td>
                  <RowChoice
                    label={t('shell.rows.chooseOne', { name: choice.nameOf(row) })}
                    isChosen={choice.chosen.has(row)}
                    onChoose={isWanted => choice.chosen.choose([row], isWanted)}
                  />
                </td>
              )}
              {columns.map(({ id, cell, isFigure }, index) =>
                index === 0 ? (
                  <th key={id} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} className={isFigure ? styles.figure : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Headings<Row extends { id: number }>({ columns, rows, order, choice }: Props<Row>) {
  const t = useCopy()
  return (
    <tr>
      {choice && (
        <th scope="col">
          <RowChoice
            label={t('shell.rows.all')}
            isChosen={rows.every(choice.chosen.has)}
            onChoose={isWanted => choice.chosen.choose(rows, isWanted)}
          />
        </th>
      )}
      {columns.map(({ id, title, first }) =>
        order && first ? (
          <SortedColumn
            key={id}
            title={title}
            first={first}
            sorted={order.sort === id ? order.order : undefined}
            onSort={next => order.onSort(id, next)}
          />
        ) : (
          <th key={id} scope="col">
            {title}
          </th>
        ),
      )}
    </tr>
  )
}

type ChoiceProps = { label: string; isChosen: boolean; onChoose: (isWanted: boolean) => void }

/** The box that chooses a row. */
export function RowChoice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <input type="checkbox" aria-label={label} checked={isChosen} onChange={event => onChoose(event.target.checked)} />
  )
}
