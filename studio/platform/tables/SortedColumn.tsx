import styles from './Table.module.css'

export type Direction = 'asc' | 'desc'

type Props = {
  title: string
  /** The direction of the first press. */
  first: Direction
  /** Undefined while the table is in the order of another column. */
  sorted: Direction | undefined
  onSort: (direction: Direction) => void
}

/** The heading of a column that orders its table. */
export function SortedColumn({ title, first, sorted, onSort }: Props) {
  const next = sorted ? (sorted === 'asc' ? 'desc' : 'asc') : first
  return (
    <th scope="col" aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}>
      <button type="button" className={styles.sort} onClick={() => onSort(next)}>
        {title}
        <span aria-hidden>{sorted && (sorted === 'asc' ? ' ↑' : ' ↓')}</span>
      </button>
    </th>
  )
}
