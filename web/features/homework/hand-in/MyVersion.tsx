import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from './HandIn.module.css'
import type { HandIn } from './hand-ins.ts'

/** The text of an answer that is not sent, and its files with their sizes. */
export function MyVersion({ handIn }: { handIn: Pick<HandIn, 'text' | 'uploads'> }) {
  const t = useCopy()
  const files = useUploads(handIn.uploads)
  return (
    <>
      <p dir="auto" className={styles.excerpt}>
        {handIn.text || (files.length === 0 && t('homework.conflict.noText'))}
      </p>
      {files.length > 0 && (
        <ul className={styles.names}>
          {files.map(file => (
            <li key={file.id} className={styles.note}>
              <Icon name={file.type.startsWith('image/') ? 'camera' : 'play'} />
              <span>
                <bdi>{file.name}</bdi> · {formatBytes(file.bytes, t.language)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
