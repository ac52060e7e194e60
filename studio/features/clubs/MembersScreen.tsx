import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { ClubMemberWire } from '#shared/features/clubs/contract.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo, useQueryState } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { RowsTable } from '#studio/platform/tables/RowsTable.tsx'
import { clubQuery, membersQuery } from './data.ts'

/** `/admin/clubs/…/members`: who has a club now, by what, and until when. */
export function MembersScreen({ clubId }: { clubId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...clubQuery(clubId), refetchOnMount: 'always' })
  const clubs = { href: pathTo('clubs'), title: t('clubs.title') }
  const titleOf = ({ titles }: NonNullable<typeof asked.data>) =>
    t('clubs.members.title', { title: titleIn(titles, t.language) })
  return (
    <OneThing asked={asked} title={titleOf} gone={{ icon: 'users', title: t('clubs.gone'), back: clubs }}>
      {club => (
        <div className={styles.column}>
          <ScreenHead back={clubs} title={titleOf(club)} />
          <Members clubId={clubId} />
        </div>
      )}
    </OneThing>
  )
}

function Members({ clubId }: { clubId: number }) {
  const t = useCopy()
  const { getId, set } = useQueryState()
  const { date } = useMoments()
  const query = membersQuery(clubId, getId('page') ?? 1)
  const asked = useQuery({ ...query, placeholderData: keepPreviousData, refetchOnMount: 'always' })
  const { data, error, refetch, isFetching } = asked
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div aria-busy>
        <Skeleton height="16rem" />
      </div>
    )
  const endOf = ({ until }: ClubMemberWire) => (until === null ? t('clubs.members.open') : date(until * 1000))
  const columns = [
    { id: 'name', title: t('clubs.members.name'), cell: nameCell },
    { id: 'email', title: t('clubs.members.email'), cell: ({ email }: ClubMemberWire) => email ?? '' },
    { id: 'since', title: t('clubs.members.since'), cell: ({ since }: ClubMemberWire) => date(since * 1000) },
    { id: 'until', title: t('clubs.members.until'), cell: endOf },
    {
      id: 'by',
      title: t('clubs.members.by'),
      cell: ({ is_subscribed: is }: ClubMemberWire) => t(is ? 'clubs.members.subscription' : 'clubs.members.purchase'),
    },
  ]
  return (
    <>
      {data.total === 0 ? (
        <EmptyState icon="users" title={t('clubs.members.empty.title')} text={t('clubs.text')} />
      ) : (
        <RowsTable
          label={t('clubs.members.count', { count: data.total })}
          columns={columns}
          rows={data.rows}
          isBusy={isFetching}
        />
      )}
      <PageSwitch
        page={data.page}
        count={data.pageCount}
        onPage={page => set({ page: page === 1 ? undefined : page })}
      />
    </>
  )
}

const nameCell = ({ id, name }: ClubMemberWire) => (
  <Link href={pathTo('user', { userId: id })} dir="auto">
    {name}
  </Link>
)
