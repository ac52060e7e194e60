import { useCopy } from '#kit/copy/copy.tsx'
import type { CourseImportWire } from '#shared/features/courses/import-calls.ts'
import styles from '../Courses.module.css'

/** How far an import is, or what became of it. */
export function ImportState({ found }: { found: CourseImportWire }) {
  const t = useCopy()
  const { state, stored_files: stored, all_files: all, imported, changed, skipped, failure } = found
  if (state === 'failed')
    return <span className={styles.failure}>{t('courses.import.failed', { why: failure ?? '' })}</span>
  if (state === 'done') return <span>{t('courses.import.counts', { imported, changed, skipped })}</span>
  if (state === 'waiting') return <span className={styles.muted}>{t('courses.import.waiting')}</span>
  return (
    <span className={styles.muted}>
      {all > 0 ? t('courses.import.storing', { stored, all }) : t('courses.import.reading')}
    </span>
  )
}
