import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { sellsOnWeb } from '#web/features/billing/may-buy.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useCourse } from '#web/features/courses/data.ts'
import { useCourseIdOf, useStreams } from '../data.ts'
import { ExtendForm } from './ExtendForm.tsx'
import styles from './ExtendScreen.module.css'

/** `/extend/…`: more days of a course that one has, or more questions to its expert. */
export function ExtendScreen({ streamId }: { streamId: number }) {
  const t = useCopy()
  usePageTitle(t('streams.extend.title'))
  // No app store sells what adds to a place.
  return sellsOnWeb() ? <Extensions streamId={streamId} /> : <Nothing streamId={streamId} why="notInApp" />
}

function Extensions({ streamId }: { streamId: number }) {
  const t = useCopy()
  const user = useUser()
  const asked = useQuery({ ...callQuery('GET /extend/:streamId', { params: { streamId } }), staleTime: 0 })
  const course = useCourse(useCourseIdOf(streamId)).data
  const stream = useStreams().data?.find(({ id }) => id === streamId)
  const { data: extensions, error, isFetching, refetch } = asked
  const isRefused = error instanceof RequestError && !isPassing(error)
  if (isRefused || extensions?.length === 0)
    return <Nothing streamId={streamId} why={isRefused && error.status === 404 ? 'gone' : 'nothing'} />
  if (!extensions && error)
    return (
      <LoadFailure
        isPage
        title={t('streams.extend.failed')}
        offlineText={t('streams.extend.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className={styles.page} aria-busy={!extensions || !user}>
      <h1>{t('streams.extend.title')}</h1>
      {course && <p dir="auto">{course.title}</p>}
      {extensions && user ? (
        <ExtendForm streamId={streamId} extensions={extensions} user={user} endsOn={stream?.endsOn} />
      ) : (
        <Skeleton shape="box" height="16rem" />
      )}
    </div>
  )
}

const reasons = {
  gone: ['streams.extend.gone', undefined],
  nothing: ['streams.extend.nothing', 'streams.extend.nothing.text'],
  notInApp: ['billing.notInApp', 'billing.notInApp.text'],
} as const

/** Nothing can be bought here: the school can still be asked. */
function Nothing({ streamId, why }: { streamId: number; why: keyof typeof reasons }) {
  const t = useCopy()
  const { renewCourse: categoryId } = site().config.supportCategories
  const [title, text] = reasons[why]
  return (
    <EmptyState
      isPage
      icon="calendar"
      title={t(title)}
      text={text && t(text)}
      action={
        why === 'gone' ? (
          <LinkButton href={pathTo('home')}>{t('streams.extend.home')}</LinkButton>
        ) : (
          <LinkButton href={pathTo('supportCourse', { categoryId, streamId })}>{t('streams.extend.ask')}</LinkButton>
        )
      }
    />
  )
}
