import type { ChangeEvent, CSSProperties } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { ControlButton, type PlayerLook } from './ControlButton.tsx'
import { useBuffered, usePosition } from './media-state.ts'
import type { Playback } from './playback.ts'
import type { ChangePreferences, PlayerPreferences } from './preferences.ts'
import styles from './Sliders.module.css'

/** A moment worth finding again, in seconds. */
export interface TimeMark {
  key: string
  seconds: number
}

interface TimeProps {
  playback: Playback
  look?: PlayerLook
  marks?: readonly TimeMark[]
}

/** The position in the video, with the buffered part and the marked moments. */
export function TimeSlider({ playback, look = 'over', marks = [] }: TimeProps) {
  const t = useCopy()
  const { position, duration } = usePosition(playback)
  const buffered = useBuffered(playback.video)
  const share = (seconds: number) => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : '0%')
  const shown = {
    position: formatDuration(position * 1000),
    duration: formatDuration(duration * 1000),
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => playback.seek(Number(event.target.value))
  return (
    <div className={styles.line}>
      <input
        className={look === 'over' ? styles.slider : styles.plain}
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
      {marks.map(({ key, seconds }) => (
        <span key={key} className={styles.mark} style={{ insetInlineStart: share(seconds) }} aria-hidden />
      ))}
    </div>
  )
}

export function Clock({ playback, look = 'over' }: Omit<TimeProps, 'marks'>) {
  const { position, duration } = usePosition(playback)
  return (
    <span className={look === 'over' ? styles.clock : styles.plainClock} aria-hidden="true">
      {formatDuration(position * 1000)} / {formatDuration(duration * 1000)}
    </span>
  )
}

interface VolumeProps {
  preferences: PlayerPreferences
  onChange: ChangePreferences
}

export function VolumeControl({ preferences, onChange }: VolumeProps) {
  const t = useCopy()
  const { isMuted, volume } = preferences
  const heard = isMuted ? 0 : volume
  return (
    <>
      <ControlButton
        icon={heard === 0 ? 'muted' : 'volume'}
        label={t(isMuted ? 'media.unmute' : 'media.mute')}
        onClick={() => onChange({ isMuted: !isMuted })}
      />
      <input
        className={`${styles.slider} ${styles.volume}`}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={heard}
        aria-label={t('media.volume')}
        aria-valuetext={`${Math.round(heard * 100)}%`}
        style={{ '--played': `${heard * 100}%`, '--buffered': '0%' } as CSSProperties}
        onChange={event => onChange({ volume: Number(event.target.value), isMuted: false })}
      />
    </>
  )
}
