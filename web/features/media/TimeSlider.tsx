import type { ChangeEvent, CSSProperties } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import styles from './TimeSlider.module.css'
import type { Playback } from './use-playback.ts'
import { useMedia } from './use-media.ts'

const timeEvents = ['timeupdate', 'seeking', 'seeked', 'loadedmetadata', 'emptied'] as const
const lengthEvents = ['durationchange', 'loadedmetadata', 'emptied'] as const
const bufferEvents = ['progress', 'timeupdate', 'seeked', 'emptied'] as const

function bufferedUntil(video: HTMLVideoElement): number {
  for (let index = 0; index < video.buffered.length; index += 1) {
    if (video.buffered.start(index) <= video.currentTime + 0.5 && video.buffered.end(index) >= video.currentTime) {
      return video.buffered.end(index)
    }
  }
  return 0
}

interface Props {
  video: HTMLVideoElement | null
  playback: Playback
  /** Milliseconds, for as long as the element does not know better. */
  declaredDuration: number
}

/** Seconds watched so far and in all, as the bar and the clock show them. */
function usePosition({ video, playback, declaredDuration }: Props) {
  const current = useMedia(video, timeEvents, media => (media.readyState > 0 ? media.currentTime : -1), -1)
  const known = useMedia(video, lengthEvents, media => (Number.isFinite(media.duration) ? media.duration : 0), 0)
  return { position: current < 0 ? playback.pendingPosition : current, duration: known || declaredDuration / 1000 }
}

export function TimeSlider(props: Props) {
  const t = useCopy()
  const { position, duration } = usePosition(props)
  const buffered = useMedia(props.video, bufferEvents, bufferedUntil, 0)
  const share = (seconds: number) => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : '0%')
  const shown = {
    position: formatDuration(position * 1000),
    duration: formatDuration(duration * 1000),
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => props.playback.seek(Number(event.target.value))
  return (
    <input
      className={styles.slider}
      type="range"
      min={0}
      max={duration || 1}
      step="any"
      value={Math.min(position, duration)}
      disabled={duration <= 0}
      data-slider="time"
      aria-label={t('media.seek')}
      aria-valuetext={t('media.position', shown)}
      style={{ '--played': share(position), '--buffered': share(buffered) } as CSSProperties}
      onChange={handleChange}
    />
  )
}

export function Clock(props: Props) {
  const { position, duration } = usePosition(props)
  return (
    <span className={styles.clock} aria-hidden="true">
      {formatDuration(position * 1000)} / {formatDuration(duration * 1000)}
    </span>
  )
}
