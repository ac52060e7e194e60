import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { csvOf } from '#shared/platform/csv.ts'
import { useQueryState } from '../addresses.ts'
import { type Direction, SortedColumn } from './SortedColumn.tsx'
import styles from './Table.module.css'

/** A column: what its cells say, the figure that orders them, and the list behind it. */
export type FigureColumn<Row> = {
  id: string
  title: string
  text: (row: Row) => string
  /** Null stands last, whatever the direction. */
  figure?: (row: Row) => number | null
  href?: (row: Row) => string | undefined
}

type Props<Row> = {
  title: string
  /** In the address it stands before `sort` and `order`, so that a screen may have several tables. */
  name?: string
  /** The file's name without its ending. */
  file: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => number | string
  children?: ReactNode
}

/** Figures with their order in the address, and the same as a CSV file; the first column names the row. */
export function FigureTable<Row>({ title, name = '', file, columns, rows, idOf, children }: Props<Row>) {
  const t = useCopy()
  const id = useId()
  const { get, set } = useQueryState()
  const sort = get(`${name}sort`)
  const direction: Direction = get(`${name}order`) === 'asc' ? 'asc' : 'desc'
  const shown = sortedRows(rows, columns.find(column => column.id === sort)?.figure, direction)
  // A table without anything to press is scrolled by keys only when it can have the focus itself.
  const hasStops = columns.some(({ figure, href }) => figure ?? href)
  const save = () => {
    const lines = shown.map(row => columns.map(({ text }) => text(row)))
    saveAsFile(`${file}.csv`, csvOf([columns.map(column => column.title), ...lines]), 'text/csv')
  }
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        <Button look="secondary" icon="download" aria-label={t('shell.csv.of', { title })} onClick={save}>
          {t('shell.csv')}
        </Button>
      </div>
      {children}
      <div className={styles.scroll} role="group" aria-labelledby={id} tabIndex={hasStops ? undefined : 0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(column =>
                column.figure ? (
                  <SortedColumn
                    key={column.id}
                    title={column.title}
                    first="desc"
                    sorted={column.id === sort ? direction : undefined}
                    onSort={next => set({ [`${name}sort`]: column.id, [`${name}order`]: next })}
                  />
                ) : (
                  <th key={column.id} scope="col">
                    {column.title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map(row => (
              <tr key={idOf(row)}>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.id} scope="row" dir="auto">
                      <Cell column={column} row={row} />
                    </th>
                  ) : (
                    <td key={column.id} className={column.figure && styles.figure}>
                      <Cell column={column} row={row} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Cell<Row>({ column, row }: { column: FigureColumn<Row>; row: Row }) {
  const href = column.href?.(row)
  return href === undefined ? column.text(row) : <Link href={href}>{column.text(row)}</Link>
}

/** Rows by a figure, those without one last; unsorted without a `figure`. Equal ones stay in their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  figure: ((row: Row) => number | null) | undefined,
  direction: Direction,
): readonly Row[] {
  if (!figure) return rows
  const sign = direction === 'asc' ? 1 : -1
  return rows.toSorted((one, other) => {
    const [a, b] = [figure(one), figure(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (a - b) * sign
  })
}
