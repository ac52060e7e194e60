import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '../Courses.module.css'
import { importQuery, isUnderWay, lookAgain, refreshImports } from './data.ts'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'

/** `/admin/course-imports/:importId`: how far an import is, what became of each item, and the way to the draft. */
export function ImportScreen({ importId }: { importId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({
    ...importQuery(importId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data && [state.data]),
  })
  usePageTitle(data ? data.title || data.name : '')
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="book"
        title={t('courses.import.gone')}
        action={<LinkButton href={pathTo('courseImports')}>{t('courses.import')}</LinkButton>}
      />
    )
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        <Skeleton shape="title" />
        <Skeleton height="16rem" />
      </div>
    )
  return (
    <>
      <Link href={pathTo('courseImports')} className={styles.back}>
        <Icon name="chevron-left" />
        {t('courses.import')}
      </Link>
      <h1 dir="auto">{data.title || data.name}</h1>
      <p role="status">
        <ImportState found={data} />
      </p>
      {isUnderWay(data) && data.all_files > 0 && (
        <ProgressBar percent={(data.stored_files / data.all_files) * 100} label={t('courses.import.progress')} />
      )}
      <NextStep found={data} />
      {data.state === 'done' && <ImportReport name={data.name} lines={data.report} />}
    </>
  )
}

/** The draft where there is one; otherwise to try again, or to send the file again. */
function NextStep({ found: { id, state, course_id: courseId, can_retry: canRetry } }: { found: CourseImportWire }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    async send() {
      await request('POST /studio/course-imports/:id/retry', { params: { id } })
      await refreshImports()
    },
    failed: t('courses.import.notBegun'),
    hasToast: true,
  })
  if (canRetry)
    return (
      <div className={styles.action}>
        <Button icon="refresh" busy={isBusy} onClick={() => void run()}>
          {t('courses.import.again')}
        </Button>
      </div>
    )
  if (state === 'done' && courseId !== null)
    return (
      <div className={styles.action}>
        <LinkButton href={pathTo('draft', { courseId })}>{t('courses.import.draft')}</LinkButton>
      </div>
    )
  return state === 'failed' ? <p className={styles.muted}>{t('courses.import.sendAgain')}</p> : null
}
