import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import styles from './Figures.module.css'

type Back = { href: string; title: string }
type PageProps = { back?: Back; title: string; tools?: ReactNode; children: ReactNode }

/** The layout of a figures screen: a link back, the title with any actions beside it, then the figures. */
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

type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>

type LoadedProps<Data> = {
  asked: Asked<Data>
  /** It is the whole screen. */
  isPage?: boolean
  /** What is said when there is no such thing, and where to go instead. */
  gone?: { title: string; text: string; back: Back }
  children: (data: Data) => ReactNode
}

/** What is shown once it is loaded, and until then; what stands there of before is dimmed. */
export function Loaded<Data>({ asked, isPage, gone, children }: LoadedProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = asked
  if (gone && error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="book"
        title={gone.title}
        text={gone.text}
        action={<LinkButton href={gone.back.href}>{gone.back.title}</LinkButton>}
      />
    )
  if (data !== undefined)
    return (
      <div className={styles.loaded} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    )
  if (error) return <ErrorState isPage={isPage} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen} aria-busy>
      {isPage && <Skeleton shape="title" />}
      <Skeleton height="16rem" />
    </div>
  )
}
