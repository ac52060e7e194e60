import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { DownloadButton } from '#kit/features/media/DownloadButton.tsx'
import styles from './MessageFiles.module.css'

type Props = { files: readonly MediaFileWire[]; start: number; onClose: () => void }

/** The photos of a message one at a time, large; arrows lead from one to the next. */
export function PhotoGallery({ files, start, onClose }: Props) {
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
