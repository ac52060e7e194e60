import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import styles from '../Courses.module.css'
import { importQuery, isUnderWay, lookAgain, refreshImports } from './data.ts'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'

/** `/admin/course-imports/:importId`: how far an import is, what became of each item, and the way to the draft. */
export function ImportScreen({ importId }: { importId: number }) {
  const t = useCopy()
  const asked = useQuery({
    ...importQuery(importId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(state.data && [state.data]),
  })
  const back = { href: pathTo('courseImports'), title: t('courses.import') }
  const named = ({ title, name }: CourseImportWire) => title || name
  return (
    <OneThing asked={asked} title={named} gone={{ icon: 'book', title: t('courses.import.gone'), back }}>
      {found => (
        <>
          <ScreenHead back={back} title={named(found)} />
          <p role="status">
            <ImportState found={found} />
          </p>
          {isUnderWay(found) && found.all_files > 0 && (
            <ProgressBar percent={(found.stored_files / found.all_files) * 100} label={t('courses.import.progress')} />
          )}
          <NextStep found={found} />
          {found.state === 'done' && <ImportReport name={found.name} lines={found.report} />}
        </>
      )}
    </OneThing>
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
