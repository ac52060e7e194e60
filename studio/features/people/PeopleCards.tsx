import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import rows from '#studio/platform/Rows.module.css'
import type { Chosen } from '#studio/platform/tables/Chosen.tsx'
import { RowChoice } from '#studio/platform/tables/RowsTable.tsx'
import { useRowKeys } from '#studio/platform/tables/row-keys.ts'
import styles from './People.module.css'

/** Who is chosen to do something to many. */
export type PeopleChoice = { chosen: Chosen<PersonRowWire>; nameOf: (person: PersonRowWire) => string }

type Props = { users: readonly PersonRowWire[]; choice: PeopleChoice | undefined; isBusy: boolean }

/** People on a narrow screen. */
export function PeopleCards({ users, choice, isBusy }: Props) {
  const t = useCopy()
  const list = useRowKeys<HTMLOListElement>()
  return (
    <ol ref={list} className={classes(rows.rows, styles.people)} aria-label={t('people.title')} aria-busy={isBusy}>
      {users.map(person => (
        <PersonCard key={person.id} person={person} choice={choice} />
      ))}
    </ol>
  )
}

function PersonCard({ person, choice }: { person: PersonRowWire; choice: PeopleChoice | undefined }) {
  const t = useCopy()
  const moments = useMoments()
  return (
    <li className={styles.card}>
      {choice && (
        <RowChoice
          label={t('shell.rows.chooseOne', { name: choice.nameOf(person) })}
          isChosen={choice.chosen.has(person)}
          onChoose={isWanted => choice.chosen.choose([person], isWanted)}
        />
      )}
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

/** Badges: role, blocked, deleted. */
export function PersonMarks({ person }: { person: Pick<PersonRowWire, 'role' | 'blocked_at' | 'status'> }) {
  const t = useCopy()
  return (
    <>
      <StateMarks person={person} />
      {person.role !== 'learner' && <Badge tone="accent">{t(`people.role.${person.role}`)}</Badge>}
    </>
  )
}

/** Badges: blocked, deleted. */
export function StateMarks({ person }: { person: Pick<PersonRowWire, 'blocked_at' | 'status'> }) {
  const t = useCopy()
  return (
    <>
      {person.status <= 0 && <Badge>{t('people.ended')}</Badge>}
      {person.blocked_at !== null && (
        <Badge tone="danger" icon="lock">
          {t('people.blocked')}
        </Badge>
      )}
    </>
  )
}
