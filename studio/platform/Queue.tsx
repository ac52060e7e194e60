import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { CopyKey } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { PageSwitch, type Paged } from './Pages.tsx'
import styles from './Queue.module.css'
import { useShortcuts } from './shortcuts.ts'

export const queueReading = {
  placeholderData: keepPreviousData,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const

type Props<Row> = {
  answer: UseQueryResult<Paged<Row[]>>
  label: string
  /** Shown when it is empty. */
  empty: string
  onPage: (page: number | undefined) => void
  /** Renders a row as a `QueueRow`. */
  children: (row: Row) => ReactNode
}

/** A page of a queue. */
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

type RowProps = {
  href: string
  isOpen: boolean
  name: string
  avatar: string | null | undefined
  /** Below the name. */
  about: string
  /** At the end of the first line. */
  count?: ReactNode
  lastWords: string
  /** Badges. */
  marks: ReactNode
}

export function QueueRow({ href, isOpen, name, avatar, about, count, lastWords, marks }: RowProps) {
  return (
    <li>
      <Link href={href} className={styles.row} aria-current={isOpen ? 'page' : undefined}>
        <Avatar name={name} src={avatar ?? undefined} size={40} />
        <span className={styles.who}>
          <strong dir="auto">{name}</strong>
          <span className={styles.about}>{about}</span>
        </span>
        {count}
        <span className={styles.last} dir="auto">
          {lastWords}
        </span>
        <span className={styles.marks}>{marks}</span>
      </Link>
    </li>
  )
}

/** Pause in typing before a search is sent, in ms. */
const pause = 300

type SearchProps = {
  field: RefObject<HTMLInputElement | null>
  label: string
  search: string
  onSearch: (search: string | undefined) => void
}

export function QueueSearch({ field, label, search, onSearch }: SearchProps) {
  const [text, setText] = useState(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim() || undefined), pause)
  }
  return (
    <input
      ref={field}
      type="search"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={text}
      onChange={event => handleChange(event.target.value)}
    />
  )
}

type Queue = {
  rows: readonly { id: number }[] | undefined
  openId: number | undefined
  hrefOf: (id: number) => string
  search: RefObject<HTMLInputElement | null>
  words: Record<'title' | 'next' | 'previous' | 'search', CopyKey>
}

/** Keyboard shortcuts: next, previous, search. */
export function useQueueKeys({ rows = [], openId, hrefOf, search, words }: Queue): void {
  const [, navigate] = useLocation()
  const go = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === openId)
    const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step]
    if (next) navigate(hrefOf(next.id))
  }
  useShortcuts(words.title, [
    { keys: ['j'], label: words.next, run: () => go(1) },
    { keys: ['k'], label: words.previous, run: () => go(-1) },
    { keys: ['s'], label: words.search, run: () => search.current?.focus() },
  ])
}
