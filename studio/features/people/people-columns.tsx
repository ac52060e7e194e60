import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import type { RowsColumn } from '#studio/platform/tables/RowsTable.tsx'
import { StateMarks } from './PeopleCards.tsx'

/** The columns of the table of people. */
export function usePeopleColumns(): RowsColumn<PersonRowWire>[] {
  const t = useCopy()
  const { date } = useMoments()
  const day = (seconds: number | null) => (seconds === null ? t('people.facts.none') : date(seconds * 1000, 'numeric'))
  return [
    {
      id: 'name',
      title: t('people.column.name'),
      first: 'asc',
      cell: ({ id, name }) => (
        <Link href={pathTo('user', { userId: id })} dir="auto">
          {name}
        </Link>
      ),
    },
    { id: 'email', title: t('people.form.email'), cell: ({ email }) => email ?? t('people.noEmail') },
    { id: 'role', title: t('people.form.role'), cell: ({ role }) => t(`people.role.${role}`) },
    { id: 'state', title: t('people.column.state'), cell: person => <State person={person} /> },
    { id: 'seen', title: t('people.column.seen'), first: 'desc', cell: ({ seen_at: at }) => day(at) },
    { id: 'created', title: t('people.facts.joined'), first: 'desc', cell: ({ created_at: at }) => day(at) },
  ]
}

function State({ person }: { person: PersonRowWire }) {
  const t = useCopy()
  if (person.status > 0 && person.blocked_at === null)
    return person.has_come_in ? t('people.state.open') : <Badge tone="warning">{t('people.state.invited')}</Badge>
  return <StateMarks person={person} />
}
