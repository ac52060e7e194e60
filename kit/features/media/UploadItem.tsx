import { type MouseEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { failureText } from './failure-text.ts'
import { formatBytes } from './upload-limit.ts'
import styles from './UploadList.module.css'
import type { UploadView } from './upload-view.ts'
import { cancelUpload, pauseUpload, resumeUpload, retryUpload } from './uploading.ts'

interface Props {
  upload: UploadView
  onRemove?: (id: string) => void
}

/** The look of the file itself; its kind where the browser cannot show it. */
function Thumbnail({ upload: { type, previewUrl } }: { upload: UploadView }) {
  const [isBroken, setBroken] = useState(false)
  if (!previewUrl || isBroken) return <Icon name={type.startsWith('video/') ? 'play' : 'camera'} />
  const show = { src: previewUrl, onError: () => setBroken(true) }
  return type.startsWith('video/') ? (
    <video {...show} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
  ) : (
    <img {...show} alt="" />
  )
}

function Standing({ upload }: { upload: UploadView }) {
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
  return <p className={styles.standing}>{words}</p>
}

/** The removing of a file takes its button with it: a focus on that goes on beside it, or where another file is chosen. */
function focusBeside(button: HTMLElement) {
  if (document.activeElement !== button) return
  const row = button.closest('li')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const others = [...(row?.closest('ul')?.parentElement?.querySelectorAll('button') ?? [])]
  const next = beside ? [...beside.querySelectorAll('button')].at(-1) : others.find(other => !row?.contains(other))
  next?.focus()
}

function Controls({ upload, onRemove }: { upload: UploadView; onRemove: Props['onRemove'] }) {
  const t = useCopy()
  const { id, name, state, isPaused, canRetry } = upload
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

/** One file on its way to the server. */
export function UploadItem({ upload, onRemove }: Props) {
  const t = useCopy()
  const { name, state, progress } = upload
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
        <Standing upload={upload} />
      </div>
      <Controls upload={upload} onRemove={onRemove} />
    </li>
  )
}
