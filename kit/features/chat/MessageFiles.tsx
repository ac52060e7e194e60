import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { PhotoGallery } from './PhotoGallery.tsx'
import styles from './MessageFiles.module.css'

/** The room that a picture or video takes, kept before it has loaded so that nothing jumps. */
const ratioOf = ({ width, height }: MediaFileWire) => (width && height ? `${width} / ${height}` : '4 / 3')

function Unready({ file }: { file: MediaFileWire }) {
  const t = useCopy()
  const isFailed = file.status === 'FAIL'
  return (
    <p className={styles.unready} data-failed={isFailed || undefined}>
      <Icon name={isFailed ? 'alert' : 'clock'} />
      <span>
        <bdi>{file.name}</bdi>{' '}
        {isFailed ? t('chat.file.failed') : t('chat.file.converting', { percent: file.progress / 100 })}
      </span>
    </p>
  )
}

function Video({ file }: { file: MediaFileWire }) {
  return (
    <video
      className={styles.video}
      style={{ aspectRatio: ratioOf(file) }}
      src={file.mp4 ?? file.url ?? undefined}
      poster={file.preview ?? undefined}
      preload="none"
      controls
      playsInline
      aria-label={file.name}
    />
  )
}

function Photos({ files }: { files: MediaFileWire[] }) {
  const t = useCopy()
  const [open, setOpen] = useState<number>()
  return (
    <>
      <ul className={styles.photos} data-count={Math.min(files.length, 4)}>
        {files.map((file, index) => (
          <li key={file.id} data-file={file.id}>
            <button
              type="button"
              className={styles.photo}
              style={{ aspectRatio: files.length === 1 ? ratioOf(file) : '1' }}
              aria-label={t('chat.photo.open', { number: index + 1, count: files.length })}
              onClick={() => setOpen(index)}
            >
              <img src={file.urls?.medium ?? file.url ?? ''} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && <PhotoGallery files={files} start={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** What came with a message: photos as a gallery, videos with their poster, and what is not ready or failed in words. */
export function MessageFiles({ message: { files } }: { message: ChatMessage }) {
  if (files.length === 0) return null
  const ready = files.filter(file => file.status === 'DONE')
  const photos = ready.filter(file => mediaTypeFromCode(file.type) === 'image')
  const others = ready.filter(file => mediaTypeFromCode(file.type) !== 'image')
  const unready = files.filter(file => file.status !== 'DONE')
  return (
    <div className={styles.files}>
      {photos.length > 0 && <Photos files={photos} />}
      {others.map(file => (
        <div key={file.id} data-file={file.id}>
          {mediaTypeFromCode(file.type) === 'video' ? (
            <Video file={file} />
          ) : (
            <a href={file.url ?? undefined} target="_blank" rel="noopener noreferrer" className={styles.document}>
              <Icon name="document" />
              <bdi>{file.name}</bdi>
            </a>
          )}
        </div>
      ))}
      {unready.map(file => (
        <Unready key={file.id} file={file} />
      ))}
    </div>
  )
}
