import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate } from '#kit/copy/format.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import type { AnnouncementWire } from '#shared/features/announcements/wire.ts'
import { linkTarget } from '#shared/platform/link-target.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import styles from './Announcement.module.css'

/** `/announcements/…`: what the school tells. */
export function AnnouncementScreen({ announcementId }: { announcementId: number }) {
  const t = useCopy()
  const asked = useQuery(callQuery('GET /announcements/:id', { params: { id: announcementId } }))
  const { data, error, isFetching, refetch } = asked
  usePageTitle(data?.title ?? '')
  if (data) return <Read announcement={data} />
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="bell"
        title={t('announcements.gone')}
        text={t('announcements.gone.text')}
        action={<LinkButton href={pathTo('notices')}>{t('announcements.toNotices')}</LinkButton>}
      />
    )
  if (error)
    return (
      <LoadFailure
        isPage
        title={t('announcements.failed')}
        offlineText={t('announcements.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy>
      <h1>{t('announcements.one')}</h1>
      <Skeleton shape="box" height="12rem" />
    </div>
  )
}

function Read({ announcement: { id, title, body, link, told_at: toldAt } }: { announcement: AnnouncementWire }) {
  const t = useCopy()
  const timeZone = useUser()?.timezone
  const target = link === null ? undefined : linkTarget(link)
  useEffect(() => track({ name: 'announcement_show', announcement_id: id }), [id])
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <h1 dir="auto">{title}</h1>
        <p className={styles.time}>{formatDate(toldAt * 1000, t.language, 'long', timeZone)}</p>
      </header>
      <div dir="auto">
        <CourseText text={body} heading={2} />
      </div>
      {target && (
        <LinkButton
          href={target.kind === 'inside' ? target.path : target.url}
          newWindow={target.kind === 'outside'}
          className={styles.link}
          onClick={() => track({ name: 'announcement_click', announcement_id: id })}
        >
          {t('announcements.follow')}
        </LinkButton>
      )}
    </article>
  )
}
