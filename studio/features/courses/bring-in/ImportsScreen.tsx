import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import rows from '#studio/platform/Rows.module.css'
import styles from '../Courses.module.css'
import { importsQuery, lookAgain } from './data.ts'
import { ImportState } from './ImportState.tsx'
import { ImportUploads } from './ImportUploads.tsx'

/** `/admin/course-imports`: brings a course in, and shows what was brought in last. */
export function ImportsScreen() {
  const t = useCopy()
  usePageTitle(t('courses.import'))
  return (
    <>
      <ScreenHead back={{ href: pathTo('courses'), title: t('courses.back') }} title={t('courses.import')} />
      <p className={styles.lead}>{t('courses.import.lead')}</p>
      <ImportUploads />
      <section aria-labelledby="imports" className={styles.section}>
        <h2 id="imports">{t('courses.import.list')}</h2>
        <ImportList />
      </section>
    </>
  )
}

function ImportList() {
  const t = useCopy()
  const { moment } = useMoments()
  const { data, error, refetch, isFetching } = useQuery({
    ...importsQuery(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data),
  })
  if (!data && error) return <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={rows.rows} aria-busy>
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
    )
  if (data.length === 0) return <EmptyState icon="book" title={t('courses.import.empty')} />
  return (
    <ul className={rows.rows}>
      {data.map(one => (
        <li key={one.id}>
          <Link href={pathTo('courseImport', { importId: one.id })} className={rows.row}>
            <strong dir="auto">{one.title || one.name}</strong>
            <span className={styles.muted}>
              {[one.name, one.created_by, moment(one.created_at * 1000)].filter(Boolean).join(' · ')}
            </span>
            <ImportState found={one} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
