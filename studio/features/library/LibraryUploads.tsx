import { useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import { documentEndings } from '#kit/features/media/uploads/file-kind.ts'
import { useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import { refreshLibrary } from './data.ts'
import styles from './Library.module.css'

const libraryFiles = ['image/*', 'video/*', ...documentEndings].join(',')

/** Chooses files for the library, and shows those that this device sends, also since an earlier visit. */
export function LibraryUploads() {
  const t = useCopy()
  const area = useRef<HTMLElement | null>(document.querySelector('main'))
  const uploads = useUploadsFor('library')
  const onTheirWay = uploads.filter(({ state }) => state === 'NOT_UPLOADED' || state === 'FAIL')
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
