import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { failureText, formatBytes } from '#kit/features/media/upload-text.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { JudgedFile } from './judge-files.ts'
import styles from './Share.module.css'

/** The files that were shared, each by its name; of one that cannot be sent, why. */
export function SharedFiles({ files }: { files: readonly JudgedFile[] }) {
  const t = useCopy()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={t('share.files')}>
      {files.map((one, index) => (
        <FileRow key={`${index} ${one.file.name}`} {...one} />
      ))}
    </ul>
  )
}

function FileRow({ file, refusal }: JudgedFile) {
  const t = useCopy()
  const why =
    refusal && (refusal === 'too_many' ? t('share.tooMany', { count: mostFiles }) : failureText(t, { code: refusal }))
  return (
    <li className={styles.file} data-refused={refusal !== undefined || undefined}>
      <Thumbnail file={file} />
      <span className={styles.words}>
        <bdi className={styles.name}>{file.name}</bdi>
        {why ? (
          <span className={styles.why}>{why}</span>
        ) : (
          <span className={styles.size}>{formatBytes(file.size, t.language)}</span>
        )}
      </span>
    </li>
  )
}

/** A photo as it is; of anything else its kind. */
function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  const isPhoto = file.type.startsWith('image/')
  useEffect(() => {
    if (!isPhoto) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, isPhoto])
  return (
    <span className={styles.thumbnail}>
      {url ? <img src={url} alt="" onError={() => setUrl(undefined)} /> : <Icon name={isPhoto ? 'camera' : 'video'} />}
    </span>
  )
}
