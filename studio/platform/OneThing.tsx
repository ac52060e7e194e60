import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { IconName } from '#kit/ui/marks/Icon.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { usePageTitle } from './page-title.ts'
import type { Back } from './ScreenHead.tsx'
import styles from './OneThing.module.css'

type Props<Data> = {
  asked: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What the window is called once the thing is there. */
  title: (data: Data) => string
  /** What is said when there is no such thing, and where to go instead. */
  gone: { icon: IconName; title: string; text?: string; back: Back }
  children: (data: Data) => ReactNode
}

/** The screen of one thing: that it is not there, could not be read, or is still being read is said in its place. */
export function OneThing<Data>({ asked, title, gone, children }: Props<Data>) {
  const { data, error, isFetching, refetch } = asked
  usePageTitle(data === undefined ? '' : title(data))
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon={gone.icon}
        title={gone.title}
        text={gone.text}
        action={<LinkButton href={gone.back.href}>{gone.back.title}</LinkButton>}
      />
    )
  if (data !== undefined) return children(data)
  if (error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.waiting} aria-busy>
      <HeadingSkeleton />
      <Skeleton height="6rem" />
      <Skeleton height="16rem" />
    </div>
  )
}
