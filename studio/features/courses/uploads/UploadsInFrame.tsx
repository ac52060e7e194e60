import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { useUnloadQuestion } from '#kit/form/use-unload-question.ts'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { refusedImports } from '../bring-in/begin-import.ts'
import { useArrivals } from './arrivals.ts'
import styles from './UploadsInFrame.module.css'

const isUnsent = ({ state }: UploadView) => state === 'NOT_UPLOADED'

/** What this device sends for the school: it goes on, and is put in its place, whatever screen is open. */
export function UploadsInFrame({ section }: { section: string | undefined }) {
  const t = useCopy()
  const files = useUploadsFor('library')
  const courses = useUploadsFor('course')
  useArrivals(files, courses)
  const refusals = useSyncExternalStore(refusedImports.subscribe, refusedImports.read)
  const isFailed = ({ id, state }: UploadView) => state === 'FAIL' || (state === 'DONE' && refusals.has(id))
  useUnloadQuestion([...files, ...courses].some(one => isUnsent(one) && !one.isPaused))
  // The library shows its own files.
  const shown = section === 'library' ? courses : [...files, ...courses]
  const left = shown.filter(isUnsent)
  const failed = shown.filter(isFailed)
  if (left.length + failed.length === 0) return null
  const bytes = left.reduce((sum, one) => sum + one.bytes, 0)
  const sent = left.reduce((sum, one) => sum + one.bytes * one.progress, 0)
  const address = [...left, ...failed].some(({ isForLibrary }) => isForLibrary) ? 'library' : 'courseImports'
  return (
    <aside aria-label={t('library.uploads')} className={styles.frame}>
      <p role="status">
        {[
          left.length > 0 && t('library.frame.left', { count: left.length }),
          failed.length > 0 && t('library.frame.failed', { count: failed.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {left.length > 0 && (
        <div className={styles.bar}>
          <ProgressBar percent={bytes === 0 ? 0 : (sent / bytes) * 100} label={t('library.uploads')} />
        </div>
      )}
      <Link href={pathTo(address)}>{t('library.frame.show')}</Link>
    </aside>
  )
}
