import { useEffect, useRef, useState } from 'react'
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

/** A photo as it is; of anything else, and where the browser cannot draw it, its kind. */
function Thumbnail({ file }: { file: File }) {
  const image = useRef<HTMLImageElement>(null)
  const [isBroken, setBroken] = useState(false)
  const isPhoto = file.type.startsWith('image/')
  useEffect(() => {
    if (!image.current) return
    const url = URL.createObjectURL(file)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <span className={styles.thumbnail}>
      {isPhoto && !isBroken ? (
        <img ref={image} alt="" onError={() => setBroken(true)} />
      ) : (
        <Icon name={isPhoto ? 'camera' : file.type.startsWith('video/') ? 'video' : 'document'} />
      )}
    </span>
  )
}
