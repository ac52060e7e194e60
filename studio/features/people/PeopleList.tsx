import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import rows from '#studio/platform/Rows.module.css'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { type PeopleFilter, peopleQuery } from './data.ts'
import styles from './People.module.css'

/** The people who match, page by page. */
export function PeopleList({ filter }: { filter: PeopleFilter }) {
  const t = useCopy()
  const people = useInfiniteQuery({ ...peopleQuery(filter), placeholderData: keepPreviousData })
  const list = useRowKeys()
  const { data, error, isFetching } = people
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void people.refetch()} />
  if (!data)
    return (
      <div className={rows.rows} aria-busy>
        {[1, 2, 3, 4, 5].map(one => (
          <Skeleton key={one} height="4rem" />
        ))}
      </div>
    )
  const users = data.pages.flatMap(page => page.users)
  if (users.length === 0)
    return <EmptyState icon="users" title={t('people.empty.title')} text={t('people.empty.text')} />
  return (
    <>
      <ol
        ref={list}
        className={classes(rows.rows, styles.people)}
        aria-label={t('people.title')}
        aria-busy={people.isPlaceholderData}
      >
        {users.map(person => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ol>
      {people.hasNextPage && (
        <Button
          look="secondary"
          wide
          busy={people.isFetchingNextPage}
          className={styles.more}
          onClick={() => void people.fetchNextPage()}
        >
          {t('people.more')}
        </Button>
      )}
    </>
  )
}

function PersonRow({ person }: { person: PersonRowWire }) {
  const t = useCopy()
  const moments = useMoments()
  return (
    <li>
      <Link href={pathTo('user', { userId: person.id })} className={classes(rows.row, styles.row)}>
        <Avatar name={person.name} src={person.avatar ?? undefined} size={40} />
        <span className={styles.who}>
          <strong dir="auto">{person.name}</strong>
          <span className={styles.muted}>
            {person.email ?? t('people.noEmail')}
            {person.phone && ` · ${person.phone}`}
          </span>
        </span>
        <span className={styles.marks}>
          <PersonMarks person={person} />
          <span className={styles.muted}>
            {t('people.since', { date: moments.date(person.created_at * 1000, 'numeric') })}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Arrow keys move the focus from row to row; the down arrow also from the search field. */
function useRowKeys(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  const move = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = rows.findIndex(row => row === document.activeElement)
    rows.at(at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1))?.focus()
  }
  useShortcuts('people.title', [
    { keys: ['ArrowDown'], label: 'people.key.down', run: () => move(1), inFields: true },
    { keys: ['ArrowUp'], label: 'people.key.up', run: () => move(-1) },
  ])
  return list
}

/** Badges: role, blocked, deleted. */
export function PersonMarks({ person }: { person: Pick<PersonRowWire, 'role' | 'blocked_at' | 'status'> }) {
  const t = useCopy()
  return (
    <>
      {person.status <= 0 && <Badge>{t('people.ended')}</Badge>}
      {person.blocked_at !== null && (
        <Badge tone="danger" icon="lock">
          {t('people.blocked')}
        </Badge>
      )}
      {person.role !== 'learner' && <Badge tone="accent">{t(`people.role.${person.role}`)}</Badge>}
    </>
  )
}
