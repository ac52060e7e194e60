import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { LoadWire } from '#shared/features/workload/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { useSpans } from '#studio/platform/spans.ts'
import { type FigureColumn, FigureTable } from '#studio/platform/tables/FigureTable.tsx'
import { workloadQuery } from './data.ts'
import styles from './Workload.module.css'

/** `/admin/workload`: who has how much to answer and how fast they were; every number leads to its list. */
export function WorkloadScreen() {
  const t = useCopy()
  usePageTitle(t('workload.title'))
  const { data, error, refetch, isFetching } = useQuery({
    ...workloadQuery(),
    refetchInterval: 60_000,
    refetchOnMount: 'always',
  })
  const [experts, courses] = [useExpertColumns(), useCourseColumns()]
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.section} aria-busy>
        <HeadingSkeleton />
        <Skeleton height="16rem" />
      </div>
    )
  const places = data.flatMap(row => row.courses.map(course => ({ ...course, userId: row.id, name: row.name })))
  return (
    <>
      <h1>{t('workload.title')}</h1>
      <p className={styles.muted}>{t('workload.lead')}</p>
      {data.length === 0 ? (
        <EmptyState icon="users" title={t('workload.nobody.title')} text={t('workload.nobody.text')} />
      ) : (
        <>
          <div className={styles.apart}>
            <FigureTable
              title={t('workload.byExpert')}
              file="workload"
              columns={experts}
              rows={data}
              idOf={({ id }) => id}
            />
          </div>
          {places.length > 0 && (
            <div className={styles.apart}>
              <FigureTable
                title={t('workload.byCourse')}
                name="course-"
                file="workload-by-course"
                columns={courses}
                rows={places}
                idOf={({ id, userId }) => `${userId} ${id}`}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

type Narrowing = { show?: 'mine' | 'done'; course?: number; days?: number; late?: 'yes' }

/** The list of reviews behind a number of an expert. */
const reviewsOf = (expert: number, narrowing: Narrowing = {}) => pathTo('reviews', {}, { expert, ...narrowing })

function useExpertColumns(): FigureColumn<LoadWire>[] {
  const t = useCopy()
  const { span } = useSpans()
  const figure = (
    id: 'waiting' | 'overdue' | 'held' | 'reviewed_7' | 'reviewed_30' | 'late_30',
    narrowing: Narrowing,
  ): FigureColumn<LoadWire> => ({
    id,
    title: t(`workload.column.${id}`),
    text: row => String(row[id]),
    figure: row => row[id],
    href: row => (row[id] > 0 ? reviewsOf(row.id, narrowing) : undefined),
  })
  const time = (id: 'median' | 'p90'): FigureColumn<LoadWire> => ({
    id,
    title: t(`workload.column.${id}`),
    text: row => span(row[id]),
    figure: row => row[id],
    href: row => (row.reviewed_30 > 0 ? reviewsOf(row.id, { show: 'done', days: 30 }) : undefined),
  })
  return [
    {
      id: 'name',
      title: t('workload.column.name'),
      text: ({ name }) => name,
      href: ({ id }) => pathTo('user', { userId: id }),
    },
    figure('waiting', {}),
    figure('overdue', { late: 'yes' }),
    figure('held', { show: 'mine' }),
    figure('reviewed_7', { show: 'done', days: 7 }),
    figure('reviewed_30', { show: 'done', days: 30 }),
    figure('late_30', { show: 'done', days: 30, late: 'yes' }),
    time('median'),
    time('p90'),
  ]
}

type Place = LoadWire['courses'][number] & { userId: number; name: string }

function useCourseColumns(): FigureColumn<Place>[] {
  const t = useCopy()
  return [
    {
      id: 'name',
      title: t('workload.column.name'),
      text: ({ name }) => name,
      href: ({ userId }) => pathTo('user', { userId }),
    },
    {
      id: 'course',
      title: t('workload.column.course'),
      text: ({ title }) => title,
      href: ({ id }) => pathTo('course', { courseId: id }),
    },
    ...(['waiting', 'overdue'] as const).map(
      (id): FigureColumn<Place> => ({
        id,
        title: t(`workload.column.${id}`),
        text: place => String(place[id]),
        figure: place => place[id],
        href: place =>
          place[id] > 0
            ? reviewsOf(place.userId, { course: place.id, ...(id === 'overdue' && { late: 'yes' }) })
            : undefined,
      }),
    ),
  ]
}
