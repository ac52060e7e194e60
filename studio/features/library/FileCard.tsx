import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { failureText, formatBytes } from '#kit/features/media/upload-text.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { canBeDeleted, type FileKind } from './data.ts'
import styles from './Library.module.css'
import { RetryButton } from './RetryButton.tsx'

const iconOf: Record<FileKind, IconName> = { video: 'play', image: 'camera', document: 'document' }

type Props = { file: LibraryFileWire; isChosen: boolean; onChoose: (isChosen: boolean) => void }

/** A file of the library, which leads to its page; one that can be deleted can be chosen. */
export function FileCard({ file, isChosen, onChoose }: Props) {
  const t = useCopy()
  const { id, name } = file
  return (
    <li className={styles.card}>
      {canBeDeleted(file) && (
        <label className={styles.chooser}>
          <input
            type="checkbox"
            aria-label={t('library.choose', { name })}
            checked={isChosen}
            onChange={event => onChoose(event.target.checked)}
          />
        </label>
      )}
      <Picture file={file} />
      <div className={styles.words}>
        <Link href={pathTo('libraryFile', { fileId: id })} className={styles.name}>
          <bdi>{name}</bdi>
        </Link>
        <FileFigures file={file} />
        <FileState file={file} />
        {file.replaces_id !== null && <Badge icon="refresh">{t('library.replacing')}</Badge>}
      </div>
    </li>
  )
}

/** What a film or picture looks like; of anything else its kind. */
export function Picture({ file: { kind, preview } }: { file: LibraryFileWire }) {
  return (
    <span className={styles.picture}>
      {preview === null ? <Icon name={iconOf[kind]} /> : <img src={preview} alt="" loading="lazy" />}
    </span>
  )
}

/** Kind, length and size. */
export function FileFigures({ file: { kind, duration, bytes } }: { file: LibraryFileWire }) {
  const t = useCopy()
  const figures = [
    t(`library.kind.${kind}`),
    ...(duration > 0 ? [formatDuration(duration * 1000)] : []),
    formatBytes(bytes, t.language),
  ]
  return <span className={styles.muted}>{figures.join(' · ')}</span>
}

/** How far a file is; of one that failed, why and what to do. */
export function FileState({ file }: { file: LibraryFileWire }) {
  const t = useCopy()
  const { id, status, progress, failure, is_used: isUsed } = file
  if (status === 'DONE') return isUsed ? null : <Badge>{t('library.unused')}</Badge>
  if (status === 'NOT_UPLOADED') return <Badge icon="clock">{t('library.arriving')}</Badge>
  if (status === 'UPLOADED')
    return (
      <>
        <ProgressBar percent={progress} label={t('library.converting')} />
        <p className={styles.muted}>{t('library.converting.percent', { percent: progress / 100 })}</p>
      </>
    )
  return (
    <>
      <p className={styles.failure}>{failureText(t, { code: failure ?? '' })}</p>
      <RetryButton id={id} />
    </>
  )
}
