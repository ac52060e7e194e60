import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { PageSwitch } from '../PageSwitch.tsx'
import type { Paged } from '../paged-query.ts'
import styles from './Queue.module.css'

/** How a queue is read: anew whenever it is looked at, and each minute. */
export const queueReading = {
  placeholderData: keepPreviousData,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const

type Props<Row> = {
  answer: UseQueryResult<Paged<Row[]>>
  label: string
  /** What is said when nothing is in it. */
  empty: string
  onPage: (page: number | undefined) => void
  /** A `QueueRow` of a row. */
  children: (row: Row) => ReactNode
}

/** A page of what waits for the staff. */
export function QueueList<Row>({ answer, label, empty, onPage, children }: Props<Row>) {
  const { data, error, refetch, isFetching } = answer
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        {[1, 2, 3, 4, 5].map(one => (
          <Skeleton key={one} height="5rem" />
        ))}
      </div>
    )
  if (data.rows.length === 0) return <EmptyState icon="check" title={empty} />
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {data.rows.map(children)}
      </ol>
      <PageSwitch page={data.page} count={data.pageCount} onPage={page => onPage(page === 1 ? undefined : page)} />
    </>
  )
}
