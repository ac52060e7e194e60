import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { ListedClubWire } from '#shared/features/clubs/contract.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import table from '#studio/platform/tables/Table.module.css'
import { ClubDialog, NewClubDialog } from './ClubDialog.tsx'
import { clubsQuery, refreshClubs } from './data.ts'

const openNew = () => void openDialog(close => <NewClubDialog onClose={() => close()} />)

/** `/admin/clubs`: all clubs, with how many products open each and how many people have it. */
export function ClubsScreen() {
  const t = useCopy()
  usePageTitle(t('clubs.title'))
  const page = useHeldFocus<HTMLDivElement>()
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <header className={styles.header}>
        <h1>{t('clubs.title')}</h1>
        <Button onClick={openNew}>{t('clubs.add')}</Button>
      </header>
      <p className={styles.muted}>{t('clubs.text')}</p>
      <Clubs />
    </div>
  )
}

function Clubs() {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...clubsQuery(), refetchOnMount: 'always' })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </div>
    )
  if (data.length === 0) return <EmptyState icon="users" title={t('clubs.empty.title')} text={t('clubs.empty.text')} />
  return (
    <div className={table.scroll} role="region" aria-label={t('clubs.title')}>
      <table className={table.table}>
        <thead>
          <tr>
            {(['title', 'services', 'members', 'state', 'actions'] as const).map(column => (
              <th key={column} scope="col">
                {t(`clubs.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(club => (
            <Row key={club.id} {...club} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ id, title, slug, services, members, is_hidden: isHidden }: ListedClubWire) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/clubs/:id', { params: { id } })
      await refreshClubs()
    },
    failed: t('clubs.remove.failed'),
    hasToast: true,
    onRefused: () => void refreshClubs(),
  })
  const remove = async () => {
    const answers = { yes: t('clubs.remove'), no: t('ui.cancel'), danger: true }
    if (await confirm({ title: t('clubs.remove.ask', { title }), text: t('clubs.remove.text'), ...answers })) void run()
  }
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
        <small> /{slug}</small>
      </th>
      <td>{services}</td>
      <td>
        <Link href={pathTo('clubMembers', { clubId: id })} aria-label={t('clubs.membersOf', { title, count: members })}>
          {members}
        </Link>
      </td>
      <td>
        <Badge tone={isHidden ? 'neutral' : services > 0 ? 'success' : 'warning'}>
          {t(isHidden ? 'clubs.state.hidden' : services > 0 ? 'clubs.state.shown' : 'clubs.state.closed')}
        </Badge>
      </td>
      <td>
        <span className={styles.line}>
          <Link href={pathTo('clubArticles', { clubId: id })} aria-label={t('clubs.articlesOf', { title })}>
            {t('clubs.articles')}
          </Link>
          <Link href={pathTo('clubFaq', { clubId: id })} aria-label={t('clubs.faqOf', { title })}>
            {t('clubs.faq')}
          </Link>
          <Link href={pathTo('clubModeration', { clubId: id })} aria-label={t('clubs.chatOf', { title })}>
            {t('clubs.chat')}
          </Link>
          <Button
            look="ghost"
            aria-label={t('clubs.changeOf', { title })}
            onClick={() => void openDialog(close => <ClubDialog id={id} title={title} onClose={() => close()} />)}
          >
            {t('clubs.change')}
          </Button>
          <Button look="ghost" aria-label={t('clubs.removeOf', { title })} busy={isBusy} onClick={() => void remove()}>
            {t('clubs.remove')}
          </Button>
        </span>
      </td>
    </tr>
  )
}
