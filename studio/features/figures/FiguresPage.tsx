import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { type Back, ScreenHead } from '#studio/platform/ScreenHead.tsx'
import styles from './Figures.module.css'

type PageProps = { back?: Back; title: string; tools?: ReactNode; children: ReactNode }

/** The layout of a figures screen: a link back, the title with any actions beside it, then the figures. */
export function FiguresPage({ back, title, tools, children }: PageProps) {
  return (
    <div className={styles.screen}>
      <ScreenHead {...(back && { back })} title={title}>
        {tools}
      </ScreenHead>
      {children}
    </div>
  )
}

type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>

/** What is shown once it is loaded, and until then; what stands there of before is dimmed. */
export function Loaded<Data>({ asked, children }: { asked: Asked<Data>; children: (data: Data) => ReactNode }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = asked
  if (data !== undefined)
    return (
      <div className={styles.loaded} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    )
  if (error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen} aria-busy>
      <Skeleton height="16rem" />
    </div>
  )
}
