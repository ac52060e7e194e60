import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { Skeleton } from '#kit/ui/Skeleton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { useFigures } from './data.ts'
import { Figures } from './Figures.tsx'
import styles from './Settings.module.css'

/** `/user/statistics`: what a person has done here, from what is recorded of it. */
export function StatisticsScreen() {
  const t = useCopy()
  usePageTitle(t('profile.statistics'))
  const { data, error, isFetching, refetch } = useFigures()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  const rows = data && [
    { label: t('profile.statistics.hours'), value: data.viewedHours },
    { label: t('profile.statistics.lessons'), value: data.viewedLessons },
    { label: t('profile.statistics.tasks'), value: data.completedTasks },
    { label: t('profile.statistics.courses'), value: data.completedCourses },
    { label: t('profile.statistics.points'), value: data.scoresAmount },
  ]
  return (
    <div className={styles.screen} aria-busy={!rows}>
      <h1>{t('profile.statistics')}</h1>
      {!rows && <Skeleton height="12rem" />}
      {rows && <Figures rows={rows} />}
      {rows?.every(({ value }) => value === 0) && (
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
