import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { ListedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { announcementsQuery, refreshAnnouncements } from './data.ts'
import { NewAnnouncementDialog } from './NewAnnouncementDialog.tsx'
import { StateBadge } from './StateBadge.tsx'

const openNew = () => void openDialog(close => <NewAnnouncementDialog onClose={() => close()} />)
const columns = ['title', 'state', 'recipients', 'told', 'opened', 'clicked', 'actions'] as const

/** `/admin/announcements`: what the school tells many people at once, and whom it reached. */
export function AnnouncementsScreen() {
  const t = useCopy()
  usePageTitle(t('announcements.title'))
  const page = useHeldFocus<HTMLDivElement>()
  const asked = useQuery({ ...announcementsQuery(), refetchOnMount: 'always' })
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <header className={styles.header}>
        <h1>{t('announcements.title')}</h1>
        <Button onClick={openNew}>{t('announcements.add')}</Button>
      </header>
      <p className={styles.muted}>{t('announcements.text')}</p>
      <ListOf asked={asked}>
        {all =>
          all.length === 0 ? (
            <EmptyState icon="bell" title={t('announcements.empty.title')} text={t('announcements.empty.text')} />
          ) : (
            <Table
              label={t('announcements.title')}
              columns={columns.map(column => t(`announcements.column.${column}`))}
            >
              {all.map(one => (
                <Row key={one.id} {...one} />
              ))}
            </Table>
          )
        }
      </ListOf>
    </div>
  )
}

function Row({ id, title, state, starts_at: at, ...reached }: ListedAnnouncementWire) {
  const { moment } = useMoments()
  return (
    <tr>
      <th scope="row" dir="auto">
        <Link href={pathTo('announcement', { announcementId: id })}>{title}</Link>
      </th>
      <td>
        <StateBadge state={state} /> {at !== null && moment(at * 1000)}
      </td>
      <td>{reached.recipients}</td>
      <td>{reached.told}</td>
      <td>{reached.opened}</td>
      <td>{reached.clicked}</td>
      <td>{state === 'draft' && <RemoveButton id={id} title={title} />}</td>
    </tr>
  )
}

function RemoveButton({ id, title }: { id: number; title: string }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      await request('DELETE /studio/announcements/:id', { params: { id } })
      await refreshAnnouncements()
    },
    failed: t('announcements.remove.failed'),
    hasToast: true,
    onRefused: () => void refreshAnnouncements(),
  })
  const remove = async () => {
    const answers = { yes: t('announcements.remove'), no: t('ui.cancel'), danger: true }
    const text = t('announcements.remove.text')
    if (await confirm({ title: t('announcements.remove.ask', { title }), text, ...answers })) void run()
  }
  return (
    <Button
      look="ghost"
      aria-label={t('announcements.removeOf', { title })}
      busy={isBusy}
      onClick={() => void remove()}
    >
      {t('announcements.remove')}
    </Button>
  )
}
