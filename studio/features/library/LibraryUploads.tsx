import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import { documentEndings } from '#kit/features/media/uploads/file-kind.ts'
import { letGoUpload, useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import type { UploadState } from '#kit/request/local-database.ts'
import { refreshLibrary } from './data.ts'
import styles from './Library.module.css'

const libraryFiles = ['image/*', 'video/*', ...documentEndings].join(',')

/** Chooses files for the library, and shows those that this device sends, also since an earlier visit. */
export function LibraryUploads() {
  const t = useCopy()
  const area = useRef<HTMLElement | null>(document.querySelector('main'))
  const uploads = useUploadsFor('library')
  const hasArrived = ({ state }: { state: UploadState }) => state === 'UPLOADED' || state === 'DONE'
  const arrived = uploads
    .filter(hasArrived)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (arrived) void letGo(arrived.split(','))
  }, [arrived])
  const onTheirWay = uploads.filter(upload => !hasArrived(upload))
  const left = onTheirWay.filter(({ state }) => state !== 'FAIL').length
  return (
    <section aria-label={t('library.uploads')} className={styles.uploading}>
      <PickFiles
        purpose="library"
        label={t('library.add')}
        hint={t('library.add.drop')}
        accept={libraryFiles}
        area={area}
        onPicked={() => void refreshLibrary()}
      />
      {onTheirWay.length > 0 && (
        <>
          <p className={styles.muted} role="status">
            {left > 0 && t('library.uploads.left', { count: left })}
          </p>
          <ul className={styles.uploads}>
            {onTheirWay.map(upload => (
              <UploadItem key={upload.id} upload={upload} onRemove={() => void refreshLibrary()} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** What has arrived is shown by the library. */
async function letGo(ids: readonly string[]): Promise<void> {
  await refreshLibrary()
  await Promise.all(ids.map(letGoUpload))
}
