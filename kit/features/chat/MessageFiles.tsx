import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import type { ChatMessage } from '#shared/features/chat/forms.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { MediaView } from '#kit/features/media/MediaView.tsx'
import styles from './MessageFiles.module.css'
import { PhotoGallery } from './PhotoGallery.tsx'

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

/** What came with a message: several photos as a gallery, everything else one below the other. */
export function MessageFiles({ message: { files } }: { message: ChatMessage }) {
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
