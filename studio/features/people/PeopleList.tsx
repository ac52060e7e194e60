import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { PersonRowWire } from '#shared/features/people/contract.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { type Chosen, ChosenBar, useChosen } from '#studio/platform/tables/Chosen.tsx'
import { useColumns } from '#studio/platform/tables/Columns.tsx'
import { RowsTable } from '#studio/platform/tables/RowsTable.tsx'
import { useRowKeys } from '#studio/platform/tables/row-keys.ts'
import type { Direction } from '#studio/platform/tables/SortedColumn.tsx'
import { useIsWide } from '#studio/platform/wide.ts'
import { type PeopleFilter, peopleQuery } from './data.ts'
import { ManyActions } from './many/ManyActions.tsx'
import styles from './People.module.css'
import { PeopleCards, type PeopleChoice } from './PeopleCards.tsx'
import { usePeopleColumns } from './people-columns.tsx'

type Props = { filter: PeopleFilter; onSort: (sort: string, order: Direction) => void }

/** The people who match, page by page: a table where there is room for one, cards on a phone. */
export function PeopleList({ filter, onSort }: Props) {
  const t = useCopy()
  const people = useInfiniteQuery({
    ...peopleQuery(filter),
    placeholderData: keepPreviousData,
    select: ({ pages }) => onceEach(pages.flatMap(({ users }) => users)),
  })
  const isWide = useIsWide()
  const isAdmin = useUser().role === 'admin'
  const chosen = useChosen<PersonRowWire>()
  const choice = isAdmin ? { chosen, nameOf: ({ name }: PersonRowWire) => name } : undefined
  return (
    <ListOf asked={people}>
      {users =>
        users.length === 0 ? (
          <EmptyState icon="users" title={t('people.empty.title')} text={t('people.empty.text')} />
        ) : (
          <>
            {isWide ? (
              <PeopleTable
                users={users}
                filter={filter}
                choice={choice}
                onSort={onSort}
                isBusy={people.isPlaceholderData}
              />
            ) : (
              <PeopleCards users={users} choice={choice} isBusy={people.isPlaceholderData} />
            )}
            {!isWide && (
              <div className={styles.chosen}>
                <ChosenPeople chosen={chosen} />
              </div>
            )}
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
    </ListOf>
  )
}

/** Somebody who comes back between two pages is in both of them. */
const onceEach = (users: PersonRowWire[]) => [...new Map(users.map(user => [user.id, user])).values()]

/** What can be done with the chosen people. */
function ChosenPeople({ chosen }: { chosen: Chosen<PersonRowWire> }) {
  return (
    <ChosenBar count={chosen.rows.length} onClear={chosen.clear}>
      <ManyActions people={chosen.rows} onDone={chosen.clear} />
    </ChosenBar>
  )
}

type TableProps = Props & { users: readonly PersonRowWire[]; choice: PeopleChoice | undefined; isBusy: boolean }

function PeopleTable({ users, filter: { sort, order }, choice, onSort, isBusy }: TableProps) {
  const t = useCopy()
  const { shown, menu } = useColumns('people', usePeopleColumns())
  const rows = useRowKeys<HTMLTableSectionElement>()
  return (
    <>
      <div className={styles.tools}>
        {menu}
        {choice && <ChosenPeople chosen={choice.chosen} />}
      </div>
      <RowsTable
        ref={rows}
        label={t('people.title')}
        columns={shown}
        rows={users}
        order={{ sort, order, onSort }}
        choice={choice}
        isBusy={isBusy}
      />
    </>
  )
}
