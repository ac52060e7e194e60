import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import styles from './Figures.module.css'

type Back = { href: string; title: string }
type PageProps = { back?: Back; title: string; tools?: ReactNode; children: ReactNode }

/** A screen of figures: the way back, its title with what stands beside it, and the figures. */
export function FiguresPage({ back, title, tools, children }: PageProps) {
  return (
    <div className={styles.screen}>
      {back && (
        <Link href={back.href} className={styles.back}>
          <Icon name="chevron-left" />
          {back.title}
        </Link>
      )}
      <header className={styles.header}>
        <h1 dir="auto">{title}</h1>
        {tools}
      </header>
      {children}
    </div>
  )
}

type LoadedProps<Data> = {
  asked: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** It is the whole screen. */
  isPage?: boolean
  children: (data: Data) => ReactNode
}

/** What is shown once it is loaded, and until then. */
export function Loaded<Data>({ asked: { data, error, isFetching, refetch }, isPage, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <ErrorState isPage={isPage} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen} aria-busy>
      {isPage && <Skeleton shape="title" />}
      <Skeleton height="16rem" />
    </div>
  )
}
