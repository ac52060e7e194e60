import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import rows from '#studio/platform/Rows.module.css'
import { coursesQuery } from './data.ts'
import { NewCourseDialog } from './NewCourseDialog.tsx'
import styles from './Courses.module.css'

/** `/admin/courses`: the courses of the brand, the last published first. */
export function CoursesScreen() {
  const t = useCopy()
  usePageTitle(t('courses.title'))
  return (
    <>
      <h1>{t('courses.title')}</h1>
      <p className={styles.lead}>{t('courses.lead')}</p>
      <div className={styles.action}>
        <Button onClick={() => void openDialog(close => <NewCourseDialog onClose={() => close()} />)}>
          {t('courses.new')}
        </Button>
        <LinkButton look="secondary" href={pathTo('courseImports')}>
          {t('courses.import')}
        </LinkButton>
      </div>
      <CourseList />
    </>
  )
}

function CourseList() {
  const t = useCopy()
  const { date } = useMoments()
  const { data, error, refetch, isFetching } = useQuery({ ...coursesQuery(), refetchOnMount: 'always' })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={rows.rows} aria-busy>
        {[1, 2, 3].map(one => (
          <Skeleton key={one} height="4.5rem" />
        ))}
      </div>
    )
  if (data.length === 0)
    return <EmptyState icon="book" title={t('courses.empty.title')} text={t('courses.empty.text')} />
  return (
    <ul className={rows.rows}>
      {data.map(({ id, title, key, version, days_count: days, learners_count: learners, published_at: at }) => (
        <li key={id}>
          <Link href={pathTo('course', { courseId: id })} className={rows.row}>
            <strong dir="auto">{title}</strong>
            <span className={styles.muted}>
              {[
                key,
                ...(version > 0
                  ? [t('courses.version', { version }), t('courses.publishedOn', { date: date(at * 1000, 'numeric') })]
                  : [t('courses.unpublished')]),
                t('courses.days', { count: days }),
                t('courses.learners', { count: learners }),
              ].join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
