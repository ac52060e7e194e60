import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import rows from './Rows.module.css'
import table from './tables/Table.module.css'

type Props<Data> = {
  asked: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: Data) => ReactNode
}

/** A list of a screen: a placeholder until it is read, the failure with a retry, or what there is. */
export function ListOf<Data>({ asked: { data, error, isFetching, refetch }, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={rows.rows} aria-busy>
      {[1, 2, 3].map(one => (
        <Skeleton key={one} height="3.5rem" />
      ))}
    </div>
  )
}

type TableProps = { label: string; columns: readonly string[]; children: ReactNode }

/** A table under the titles of its columns; it scrolls by itself where it is wider than the screen. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div className={table.scroll} role="region" aria-label={label}>
      <table className={table.table}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
