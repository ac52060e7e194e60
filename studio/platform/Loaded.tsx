import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'

type LoadedProps<Data, Key extends QueryKey> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}

/** Shows the answer of a call, a placeholder while it loads, or the failure with a retry. */
export function Loaded<Data, Key extends QueryKey>({ query, children }: LoadedProps<Data, Key>) {
  const { data, error, refetch, isFetching } = useQuery({ ...query, refetchOnMount: 'always' })
  if (data !== undefined) return children(data)
  if (error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div aria-busy>
      <Skeleton height="12rem" />
    </div>
  )
}
