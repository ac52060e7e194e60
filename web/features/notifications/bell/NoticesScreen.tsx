import { useEffect, useRef, useState } from 'react'
import { usePages } from '#kit/cache/pages.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { NoticeWire } from '#shared/features/notifications/notice-calls.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { MorePages } from '#web/platform/MorePages.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { markRead } from './bell-count.ts'
import { NoticeLink } from './NoticeLink.tsx'
import styles from './Notices.module.css'

/** What has happened, newest first; `fetchNextPage` loads more. */
const useNotices = () =>
  usePages('GET /user-notices', (page, signal) =>
    request('GET /user-notices', { query: { page }, signal, isKept: true }),
  )

/** `/notifications`: what has happened in the last 90 days, newest first; whoever sees it has read it. */
export function NoticesScreen() {
  const t = useCopy()
  usePageTitle(t('shell.title.notices'))
  const asked = useNotices()
  const { data, error, isFetching, refetch } = asked
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('shell.title.notices')}</h1>
        <LinkButton look="ghost" icon="settings" href={pathTo('settingsNotifications')}>
          {t('notifications.list.settings')}
        </LinkButton>
      </header>
      {!data && error && (
        <LoadFailure
          title={t('notifications.list.failed')}
          offlineText={t('notifications.list.offline')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading />}
      {data?.rows.length === 0 && (
        <EmptyState icon="bell" title={t('notifications.list.empty')} text={t('notifications.list.empty.text')} />
      )}
      {data && data.rows.length > 0 && <List asked={asked} notices={data.rows} />}
    </div>
  )
}

function Loading() {
  const t = useCopy()
  return (
    <div aria-busy className={styles.loading}>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
      <Skeleton shape="box" height="4.5rem" />
    </div>
  )
}

type ListProps = { asked: ReturnType<typeof useNotices>; notices: readonly NoticeWire[] }

function List({ asked, notices }: ListProps) {
  const t = useCopy()
  const list = useRef<HTMLUListElement>(null)
  const news = useNews(notices)
  useReading(notices[0]?.id)
  return (
    <>
      <ul ref={list} className={styles.list}>
        {notices.map(notice => (
          <li key={notice.id}>
            <NoticeLink notice={notice} isNew={news.has(notice.id)} />
          </li>
        ))}
      </ul>
      <MorePages
        asked={asked}
        list={list}
        focusing="a"
        more={t('notifications.list.more')}
        failed={t('notifications.list.failed')}
      />
    </>
  )
}

/** What was unread when this screen first showed it: it stays marked as new, though it is read from then on. */
function useNews(notices: readonly NoticeWire[]): ReadonlySet<number> {
  const [news, setNews] = useState<ReadonlySet<number>>(new Set())
  const added = notices.filter(({ id, is_read: isRead }) => !isRead && !news.has(id))
  if (added.length > 0) setNews(new Set([...news, ...added.map(({ id }) => id)]))
  return news
}

/** Marks all up to the newest as read, once somebody looks at the page. */
function useReading(newestId: number | undefined): void {
  useEffect(() => {
    if (newestId === undefined) return
    const read = () => {
      if (document.visibilityState === 'visible') void markRead(newestId)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [newestId])
}
