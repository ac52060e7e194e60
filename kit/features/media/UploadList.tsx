import { type MouseEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { failureText, formatBytes, uploadName } from './upload-text.ts'
import styles from './UploadList.module.css'
import type { UploadView } from './uploads/upload-view.ts'
import { cancelUpload, pauseUpload, resumeUpload, retryUpload, useUploads } from './uploads/uploading.ts'

interface ItemProps {
  upload: UploadView
  onRemove?: (id: string) => void
}

/** A preview of the file, or its type where the browser cannot show it. */
function Thumbnail({ upload: { type, previewUrl } }: { upload: UploadView }) {
  const [isBroken, setBroken] = useState(false)
  if (type.startsWith('audio/')) return <Icon name="microphone" />
  if (!previewUrl || isBroken) return <Icon name={type.startsWith('video/') ? 'play' : 'camera'} />
  const show = { src: previewUrl, onError: () => setBroken(true) }
  return type.startsWith('video/') ? (
    <video {...show} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
  ) : (
    <img {...show} alt="" />
  )
}

function UploadState({ upload }: { upload: UploadView }) {
  const t = useCopy()
  const { failure, state, isPaused, isWaiting, progress, bytes } = upload
  if (failure) {
    return (
      <p role="alert" className={styles.failure}>
        {failureText(t, failure)}
      </p>
    )
  }
  // A number and its unit never part at the end of a line.
  const [sent, total] = [bytes * progress, bytes].map(size => formatBytes(size, t.language).replace(' ', '\u00a0'))
  const size = t('media.upload.size', { sent: sent ?? '', total: total ?? '' })
  const words =
    state === 'DONE'
      ? t('media.upload.done')
      : state === 'UPLOADED'
        ? t('media.upload.converting')
        : isPaused
          ? `${t('media.upload.paused')} · ${size}`
          : isWaiting
            ? `${t('media.upload.waiting')} · ${size}`
            : size
  return <p className={styles.state}>{words}</p>
}

/** Removing a file removes its button: the focus moves to the next one, or to the file picker. */
function focusBeside(button: HTMLElement) {
  if (document.activeElement !== button) return
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const others = [...(row?.closest('ul')?.parentElement?.querySelectorAll('button') ?? [])]
  const next = beside ? [...beside.querySelectorAll('button')].at(-1) : others.find(other => !row?.contains(other))
  next?.focus()
}

function Controls({ upload, onRemove }: { upload: UploadView; onRemove: ItemProps['onRemove'] }) {
  const t = useCopy()
  const { id, state, isPaused, canRetry } = upload
  const name = uploadName(t, upload)
  const handleRemove = (event: MouseEvent<HTMLElement>) => {
    focusBeside(event.currentTarget)
    onRemove?.(id)
    void cancelUpload(id)
  }
  return (
    <span className={styles.controls}>
      {state === 'NOT_UPLOADED' && (
        <IconButton
          icon={isPaused ? 'play' : 'pause'}
          label={t(isPaused ? 'media.upload.resume' : 'media.upload.pause', { name })}
          onClick={() => void (isPaused ? resumeUpload(id) : pauseUpload(id))}
        />
      )}
      {canRetry && (
        <IconButton icon="refresh" label={t('media.upload.retry', { name })} onClick={() => void retryUpload(id)} />
      )}
      {onRemove && <IconButton icon="close" label={t('media.upload.cancel', { name })} onClick={handleRemove} />}
    </span>
  )
}

/** One file being uploaded. */
export function UploadItem({ upload, onRemove }: ItemProps) {
  const t = useCopy()
  const { state, progress } = upload
  const name = uploadName(t, upload)
  return (
    <li className={styles.item} data-state={state}>
      <span className={styles.thumbnail}>
        <Thumbnail upload={upload} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
        </p>
        {state === 'NOT_UPLOADED' && (
          <ProgressBar percent={progress * 100} label={t('media.upload.progress', { name })} />
        )}
        <UploadState upload={upload} />
      </div>
      <Controls upload={upload} onRemove={onRemove} />
    </li>
  )
}

interface ListProps {
  ids: readonly string[]
  /** Without it nothing can be removed. */
  onRemove?: (id: string) => void
}

/** Files being uploaded, with their progress and actions. */
export function UploadList({ ids, onRemove }: ListProps) {
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
