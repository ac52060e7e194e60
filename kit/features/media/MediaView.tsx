import { type Ref, useImperativeHandle } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { savesData } from '#kit/request/data-saver.ts'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'
import { DownloadButton } from './DownloadButton.tsx'
import styles from './MediaView.module.css'
import { usePlayback } from './player/playback.ts'
import { PlayerVideo } from './player/PlayerVideo.tsx'
import { failureText } from './upload-text.ts'
import { VoiceMessage } from './voice/VoiceMessage.tsx'

export interface MediaHandle {
  /** Scrolls a video into view and plays it from a position in seconds; does nothing for a photo. */
  seekTo(seconds: number): void
}

interface Props {
  file: MediaFileWire
  ref?: Ref<MediaHandle>
}

/** Reserves the picture's space before it has loaded, so that nothing jumps. */
const ratioOf = ({ width, height }: MediaFileWire) => (width && height ? `${width} / ${height}` : '4 / 3')

/** The picture that stands in a text or a chat; the large one comes on a press. */
const shownOf = ({ urls, url }: MediaFileWire) => (savesData() ? urls?.small : urls?.medium) ?? url ?? ''

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
      <img src={shownOf(file)} alt="" loading="lazy" decoding="async" />
    </button>
  )
}

function Video({ file, ref }: Props) {
  const t = useCopy()
  const url = file.mp4 ?? file.url ?? ''
  const playback = usePlayback({ key: url, addresses: { url }, duration: file.duration * 1000, isEager: true })
  useImperativeHandle(ref, () => ({
    seekTo(seconds) {
      const { video } = playback
      if (!video) return
      playback.seek(seconds)
      video.scrollIntoView({ block: 'center' })
      video.focus({ preventScroll: true })
      // A browser may refuse to autoplay; the position is set all the same.
      video.play().catch(() => {})
    },
  }))
  return (
    <div className={styles.frame}>
      <PlayerVideo
        playback={playback}
        className={styles.video}
        style={{ aspectRatio: ratioOf(file) }}
        poster={file.preview ?? undefined}
        preload={file.preview || savesData() ? 'none' : 'metadata'}
        controls
        aria-label={t('media.view.video', { name: file.name })}
      />
      <DownloadButton file={file} className={styles.over} />
      {playback.problem && (
        <p role="alert" className={styles.problem}>
          {t(playback.problem === 'offline' ? 'media.offline' : 'media.error')}
        </p>
      )}
    </div>
  )
}

/** A file that is not ready: its conversion progress, or why it failed. */
function Unready({ file }: { file: MediaFileWire }) {
  const { name, status, type, progress, failure } = file
  const t = useCopy()
  const kind = mediaTypeFromCode(type)
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
        <bdi>{kind === 'sound' ? t('media.voice.name') : name}</bdi> {words}
      </span>
      {status === 'UPLOADED' && kind === 'video' && <DownloadButton file={file} className={styles.last} />}
    </p>
  )
}

/** A file that somebody uploaded: a photo that opens large, a video or a voice with its controls, anything else as a link. */
export function MediaView({ file, ref }: Props) {
  if (file.status !== 'DONE') return <Unready file={file} />
  const type = mediaTypeFromCode(file.type)
  if (type === 'image') return <Photo file={file} />
  if (type === 'video') return <Video file={file} ref={ref} />
  if (type === 'sound') return <VoiceMessage file={file} />
  return (
    <a className={styles.document} href={file.url ?? undefined} target="_blank" rel="noopener noreferrer">
      <Icon name="document" />
      <bdi>{file.name}</bdi>
    </a>
  )
}
