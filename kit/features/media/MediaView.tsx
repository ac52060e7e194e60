import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { isOffline } from '#kit/request/online.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { failureText } from './failure-text.ts'
import styles from './MediaView.module.css'

export interface MediaHandle {
  /** Plays a video from a moment, in seconds, and brings it into view; does nothing for a photo. */
  seekTo(seconds: number): void
}

interface Props {
  file: MediaFileWire
  ref?: Ref<MediaHandle>
}

/** The room that a picture takes, kept before it has loaded so that nothing jumps. */
const ratioOf = ({ width, height }: MediaFileWire) => (width && height ? `${width} / ${height}` : '4 / 3')

function openPhoto(file: MediaFileWire, title: string): void {
  void openDialog(close => (
    <Dialog title={title} size="full" onClose={() => close()}>
      <img className={styles.large} src={file.urls?.large ?? file.url ?? ''} alt={title} />
      <p className={styles.actions}>
        <DownloadButton file={file} />
      </p>
    </Dialog>
  ))
}

function Photo({ file }: { file: MediaFileWire }) {
  const t = useCopy()
  return (
    <button
      type="button"
      className={styles.photo}
      style={{ aspectRatio: ratioOf(file) }}
      aria-label={t('media.view.open', { name: file.name })}
      onClick={() => openPhoto(file, t('media.view.photo', { name: file.name }))}
    >
      <img src={file.urls?.medium ?? file.url ?? ''} alt="" loading="lazy" decoding="async" />
    </button>
  )
}

function Video({ file, ref }: Props) {
  const t = useCopy()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<'media.view.offline' | 'media.view.unplayable'>()
  useImperativeHandle(ref, () => ({
    seekTo(seconds) {
      const element = video.current
      if (!element) return
      element.currentTime = seconds
      element.scrollIntoView({ block: 'center' })
      element.focus({ preventScroll: true })
      // A browser may want a press on the video itself first; it stands at the moment all the same.
      element.play().catch(() => {})
    },
  }))
  return (
    <div className={styles.frame}>
      <video
        ref={video}
        className={styles.video}
        style={{ aspectRatio: ratioOf(file) }}
        src={file.mp4 ?? file.url ?? undefined}
        poster={file.preview ?? undefined}
        preload={file.preview ? 'none' : 'metadata'}
        controls
        playsInline
        aria-label={t('media.view.video', { name: file.name })}
        onError={() => setProblem(isOffline() ? 'media.view.offline' : 'media.view.unplayable')}
        onLoadedData={() => setProblem(undefined)}
      />
      <DownloadButton file={file} className={styles.over} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {t(problem)}
        </p>
      )}
    </div>
  )
}

/** What is not ready: how far its conversion is, or why it failed. */
function Unready({ file }: { file: MediaFileWire }) {
  const { name, status, type, progress, failure } = file
  const t = useCopy()
  const isFailed = status === 'FAIL'
  const words = isFailed
    ? failureText(t, { code: failure ?? '' })
    : status === 'UPLOADED'
      ? t('media.view.preparing', { percent: progress / 100 })
      : t('media.view.waiting')
  return (
    <p className={styles.unready} data-failed={isFailed || undefined}>
      <Icon name={isFailed ? 'alert' : 'clock'} />
      <span>
        <bdi>{name}</bdi> {words}
      </span>
      {status === 'UPLOADED' && mediaTypeFromCode(type) === 'video' && (
        <DownloadButton file={file} className={styles.last} />
      )}
    </p>
  )
}

/** A file that somebody uploaded: a photo that opens large, a video with its controls, anything else as a link. */
export function MediaView({ file, ref }: Props) {
  if (file.status !== 'DONE') return <Unready file={file} />
  const type = mediaTypeFromCode(file.type)
  if (type === 'image') return <Photo file={file} />
  if (type === 'video') return <Video file={file} ref={ref} />
  return (
    <a className={styles.document} href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
      <Icon name="document" />
      <bdi>{file.name}</bdi>
    </a>
  )
}
