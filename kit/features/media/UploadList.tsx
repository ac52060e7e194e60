import { useCopy } from '#kit/copy/copy.tsx'
import { UploadItem } from './UploadItem.tsx'
import styles from './UploadList.module.css'
import { useUploads } from './uploading.ts'

interface Props {
  ids: readonly string[]
  /** Without it nothing can be removed. */
  onRemove?: (id: string) => void
}

/** Files on their way to the server: how far each is, and what can be done about it. */
export function UploadList({ ids, onRemove }: Props) {
  const t = useCopy()
  const uploads = useUploads(ids)
  if (uploads.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('media.upload.list')}>
      {uploads.map(upload => (
        <UploadItem key={upload.id} upload={upload} onRemove={onRemove} />
      ))}
    </ul>
  )
}
