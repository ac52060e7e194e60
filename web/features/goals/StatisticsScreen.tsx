import { useCopy } from '#kit/copy/copy.tsx'
import page from '#kit/ui/Page.module.css'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { useFigures } from '#web/features/profile/data.ts'
import { Figures } from '#web/features/profile/Figures.tsx'
import { watchedTime } from '#web/features/profile/watched-time.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { Activity } from './Activity.tsx'

/** `/user/statistics`: what the learner has done so far; nothing is shown of what has not begun. */
export function StatisticsScreen() {
  const t = useCopy()
  usePageTitle(t('profile.statistics'))
  const { data, error, isFetching, refetch } = useFigures()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  const rows = data && [
    {
      label: t('profile.statistics.time'),
      value: data.viewedHours,
      text: watchedTime(data.viewedHours, t.language),
    },
    { label: t('profile.statistics.lessons'), value: data.viewedLessons },
    { label: t('profile.statistics.tasks'), value: data.completedTasks },
    { label: t('profile.statistics.courses'), value: data.completedCourses },
    { label: t('profile.statistics.points'), value: data.scoresAmount },
  ]
  const begun = rows?.filter(({ value }) => value > 0)
  return (
    <div className={page.column} aria-busy={!data}>
      <h1>{t('profile.statistics')}</h1>
      {!begun && <Skeleton height="12rem" />}
      {data && begun && begun.length > 0 && (
        <>
          <Figures rows={begun} />
          <Activity
            minutes={Math.floor(data.viewedHours * 60)}
            homework={data.completedTasks}
            courses={data.completedCourses}
          />
        </>
      )}
      {begun?.length === 0 && (
        <EmptyState
          icon="play"
          title={t('profile.statistics.none')}
          text={t('profile.statistics.none.text')}
          action={<LinkButton href={pathTo('courses')}>{t('profile.statistics.start')}</LinkButton>}
        />
      )}
    </div>
  )
}
