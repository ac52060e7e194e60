import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import page from '#kit/ui/Page.module.css'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { useCourses } from '#web/features/courses/data.ts'
import { useStreams } from '#web/features/streams/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { useTopics } from './data.ts'
import { QuestionForm } from './QuestionForm.tsx'
import styles from './Support.module.css'

type Props = { categoryId: number; streamId?: number }

/** `/support/:categoryId` and `/support/:categoryId/:streamId`: choose a course if the topic needs one, then the form. */
export function SupportTopicScreen({ categoryId, streamId }: Props) {
  const t = useCopy()
  const topics = useTopics()
  const streams = useStreams()
  const courses = useCourses()
  const topic = topics.data?.find(({ id }) => id === categoryId)
  const needsCourse = topic?.target_product === 1
  const error = topics.error ?? (needsCourse ? (streams.error ?? courses.error) : null)
  const isRead = topics.data && (!needsCourse || (streams.data && courses.data))
  if (error && !isRead)
    return (
      <LoadFailure
        isPage
        title={t('support.topics.error')}
        busy={topics.isFetching || streams.isFetching || courses.isFetching}
        onRetry={() => void Promise.all([topics.refetch(), streams.refetch(), courses.refetch()])}
      />
    )
  if (!isRead) return <Loading />
  const other = <LinkButton href={pathTo('support')}>{t('support.topic.choose')}</LinkButton>
  if (!topic) return <EmptyState isPage icon="support" title={t('support.topic.missing')} action={other} />
  if (!needsCourse) return <QuestionForm topic={topic} />
  const titleOf = (courseId: number) => courses.data?.get(courseId)?.title ?? ''
  const own = streams.data ?? []
  if (streamId !== undefined) {
    const stream = own.find(({ id }) => id === streamId)
    if (stream) return <QuestionForm topic={topic} stream={{ id: stream.id, title: titleOf(stream.courseId) }} />
    return <EmptyState isPage icon="book" title={t('support.course.missing')} action={other} />
  }
  if (own.length === 0)
    return (
      <EmptyState
        isPage
        icon="book"
        title={t('support.course.none')}
        text={t('support.course.none.text')}
        action={other}
      />
    )
  return (
    <div className={page.column}>
      <header className={styles.head}>
        <p className={styles.muted}>{topic.name}</p>
        <h1>{t('support.course')}</h1>
      </header>
      <ul className={styles.list}>
        {own.map(({ id, courseId }) => (
          <Card as="li" interactive key={id} className={styles.choice}>
            <Link href={pathTo('supportCourse', { categoryId, streamId: id })} className={cardTarget}>
              {titleOf(courseId)}
            </Link>
            <Icon name="chevron-right" />
          </Card>
        ))}
      </ul>
    </div>
  )
}

function Loading() {
  return (
    <div className={page.column} aria-busy>
      <HeadingSkeleton />
      <Skeleton shape="box" height="12rem" />
    </div>
  )
}
