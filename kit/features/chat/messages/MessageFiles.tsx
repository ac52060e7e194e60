import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { DownloadButton } from '#kit/features/media/DownloadButton.tsx'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import styles from './MessageFiles.module.css'

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

const isPhoto = (file: MediaFileWire) => file.status === 'DONE' && mediaTypeFromCode(file.type) === 'image'

/** A message's files: several photos as a gallery, everything else in a column. */
export function MessageFiles({ message: { files } }: { message: Pick<ChatMessage, 'files'> }) {
  if (files.length === 0) return null
  const photos = files.filter(isPhoto)
  const isGallery = photos.length > 1
  return (
    <div className={styles.files}>
      {isGallery && <Photos files={photos} />}
      {files
        .filter(file => !isGallery || !isPhoto(file))
        .map(file => (
          <div key={file.id} data-file={file.id}>
            <MediaView file={file} />
          </div>
        ))}
    </div>
  )
}

type Props = { files: readonly MediaFileWire[]; start: number; onClose: () => void }

/** A message's photos one at a time, large; the arrow keys move between them. */
function PhotoGallery({ files, start, onClose }: Props) {
  const t = useCopy()
  const [at, setAt] = useState(start)
  const file = files[at]
  const count = files.length
  const go = (step: number) => setAt(now => (now + step + count) % count)
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (step) setAt(now => (now + step + count) % count)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [count])
  if (!file) return null
  const title = t('chat.photo', { number: at + 1, count: files.length })
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      <div className={styles.gallery}>
        <img src={file.urls?.large ?? file.url ?? ''} alt={file.name} />
        <p className={styles.steps}>
          {files.length > 1 && (
            <>
              <IconButton icon="chevron-left" label={t('chat.photo.previous')} look="filled" onClick={() => go(-1)} />
              <span role="status">{title}</span>
              <IconButton icon="chevron-right" label={t('chat.photo.next')} look="filled" onClick={() => go(1)} />
            </>
          )}
          <DownloadButton key={file.id} file={file} />
        </p>
      </div>
    </Dialog>
  )
}
