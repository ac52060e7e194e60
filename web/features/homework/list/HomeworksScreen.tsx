import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { useNow } from '#kit/ui/clock.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import { useCourses } from '#web/features/courses/data.ts'
import { StreamFailure } from '#web/features/streams/StreamFailure.tsx'
import { statusWords } from '#web/features/streams/stream-words.ts'
import { useHomeworkGroups } from '../data.ts'
import { useHandIn } from '../hand-in/hand-ins.ts'
import { dueWords, minute, useTimeZone } from '../homework-times.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import styles from './HomeworksScreen.module.css'
import type { HomeworkGroup, ListedHomework } from './homework-groups.ts'

function ListSkeleton() {
  return (
    <div className={styles.screen} aria-busy>
      <HeadingSkeleton />
      {['a', 'b', 'c'].map(place => (
        <Skeleton key={place} shape="box" height="6rem" />
      ))}
    </div>
  )
}

interface CardProps {
  item: ListedHomework
  streamId: number
}

/** One homework of the list. A locked one is a link too: its page says why it is locked. */
function HomeworkCard({ item, streamId }: CardProps) {
  const t = useCopy()
  const timeZone = useTimeZone()
  const { task, status } = item
  const handIn = useHandIn(status.id)
  const dueAt = status.status === 'UPLOADED' && !handIn ? status.dueAt : undefined
  const now = useNow(minute)
  return (
    <Card as="li" interactive flush className={styles.card}>
      <div className={styles.body}>
        <h3 className={styles.title}>
          <Link href={pathTo('homework', { streamId, homeworkId: task.id })} className={cardTarget}>
            {task.title}
          </Link>
        </h3>
        <p className={styles.line}>
          <StatusBadge status={status} handIn={handIn} points={status.points} />
          {task.points > 0 && status.status !== 'DONE' && (
            <span className={styles.note}>{t('homework.points', { count: task.points })}</span>
          )}
        </p>
        {dueAt !== undefined && (
          <p className={styles.note}>
            {dueAt > now ? t('homework.expected', { due: dueWords(t, dueAt, now, timeZone) }) : t('homework.overdue')}
          </p>
        )}
      </div>
      <Icon name="chevron-right" className={styles.arrow} />
    </Card>
  )
}

function StreamHomework({ group, title }: { group: HomeworkGroup<UserStream>; title: string }) {
  const t = useCopy()
  const { stream, items, approved } = group
  const words = statusWords(t, stream, useTimeZone())
  return (
    <section className={styles.group}>
      <header className={styles.header}>
        <h2>
          <Link href={pathTo('calendar', { streamId: stream.id })}>{title}</Link>
        </h2>
        <p className={styles.count}>{t('homework.approved', { done: approved, count: items.length })}</p>
        <p className={styles.badges}>
          <Badge tone={words.tone} icon={words.icon}>
            {words.text}
          </Badge>
          {stream.isDemo && <Badge tone="accent">{t('streams.demo')}</Badge>}
        </p>
      </header>
      <ul className={styles.items}>
        {items.map(item => (
          <HomeworkCard key={item.task.id} item={item} streamId={stream.id} />
        ))}
      </ul>
    </section>
  )
}

export function HomeworksScreen() {
  const t = useCopy()
  const courses = useCourses()
  const { groups, isRead, error, unread, isFetching, retry } = useHomeworkGroups()
  const handleRetry = () => {
    retry()
    if (!courses.data) void courses.refetch()
  }
  if (error) return <StreamFailure error={error} title={t('homework.error')} busy={isFetching} onRetry={handleRetry} />
  if (!isRead) return <ListSkeleton />
  return (
    <div className={styles.screen}>
      <LateSlot name="banners" place="homeworks top" />
      <header className={styles.head}>
        <h1>{t('homework.title')}</h1>
        {groups.length > 0 && <p className={styles.lead}>{t('homework.lead')}</p>}
      </header>
      {groups.map(group => (
        <StreamHomework
          key={group.stream.id}
          group={group}
          title={courses.data?.get(group.stream.courseId)?.title ?? ''}
        />
      ))}
      {unread && (
        <Notice
          tone="warn"
          icon={isOffline() ? 'wifi-off' : undefined}
          title={t('homework.error.stream')}
          action={
            <Button look="secondary" icon="refresh" busy={isFetching} onClick={handleRetry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {isOffline() && t('streams.offline.text')}
        </Notice>
      )}
      {groups.length === 0 && !unread && (
        <EmptyState
          icon="homework"
          title={t('homework.empty.title')}
          text={t('homework.empty.text')}
          action={<LinkButton href={pathTo('home')}>{t('streams.calendar.home')}</LinkButton>}
        />
      )}
    </div>
  )
}
