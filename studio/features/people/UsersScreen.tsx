import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { Avatar } from '#kit/ui/Avatar.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { useUser } from '#studio/features/accounts/use-user.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { KeyHint } from '#studio/platform/KeyHint.tsx'
import { Picker } from '#studio/platform/Picker.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { useShortcuts } from '#studio/platform/shortcuts.ts'
import { useQueryState } from '#studio/platform/use-query-state.ts'
import { openAddPerson } from './AddPerson.tsx'
import { type PeopleFilter, peopleQuery, roles } from './data.ts'
import styles from './People.module.css'
import { PersonMarks } from './PersonMarks.tsx'
import { useRowKeys } from './use-row-keys.ts'

const pauseMs = 200

/** The people of the school: found as one types, filtered, read on. */
export function UsersScreen() {
  const t = useCopy()
  usePageTitle(t('people.title'))
  const { get, set } = useQueryState()
  const isAdmin = useUser().role === 'admin'
  const role = roles.find(name => name === get('role'))
  const blocked = (['yes', 'no'] as const).find(name => name === get('blocked'))
  const filter: PeopleFilter = { search: get('q'), role, blocked }
  return (
    <>
      <header className={styles.header}>
        <h1>{t('people.title')}</h1>
        {isAdmin && <AddButton />}
      </header>
      <div className={styles.filters}>
        <Search value={get('q') ?? ''} onChange={q => set({ q })} />
        <Picker
          label={t('people.filter.role')}
          all={t('people.filter.roles')}
          value={role}
          options={roles.map(id => ({ id, label: t(`people.role.${id}`) }))}
          onChoose={chosen => set({ role: chosen })}
        />
        <Picker
          label={t('people.filter.blocked')}
          all={t('people.filter.all')}
          value={blocked}
          options={(['yes', 'no'] as const).map(id => ({ id, label: t(`people.filter.${id}`) }))}
          onChoose={chosen => set({ blocked: chosen })}
        />
      </div>
      <People filter={filter} />
    </>
  )
}

function AddButton() {
  const t = useCopy()
  useShortcuts('people.title', [{ keys: ['n'], label: 'people.add', run: () => void openAddPerson() }])
  return (
    <Button icon="user" onClick={() => void openAddPerson()}>
      {t('people.add')} <KeyHint name="n" />
    </Button>
  )
}

/** What is typed counts after a short pause, and at once with Enter. */
function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const t = useCopy()
  const ref = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (typed === value) return undefined
    const timer = setTimeout(() => latest.current(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value])
  useShortcuts('people.title', [{ keys: ['/'], label: 'people.search.key', run: () => ref.current?.focus() }])
  return (
    <form className={styles.search} role="search" onSubmit={event => event.preventDefault()}>
      <input
        ref={ref}
        type="search"
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setTyped(event.target.value)}
      />
    </form>
  )
}

function People({ filter }: { filter: PeopleFilter }) {
  const t = useCopy()
  const people = useInfiniteQuery({ ...peopleQuery(filter), placeholderData: keepPreviousData })
  const list = useRowKeys()
  const { data, error, isFetching } = people
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void people.refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
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
      <ol ref={list} className={styles.list} aria-label={t('people.title')} aria-busy={people.isPlaceholderData}>
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
  return (
    <li>
      <Link href={pathTo('user', { userId: person.id })} className={styles.row}>
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
            {t('people.since', { date: formatDate(person.created_at * 1000, t.language, 'numeric') })}
          </span>
        </span>
      </Link>
    </li>
  )
}
