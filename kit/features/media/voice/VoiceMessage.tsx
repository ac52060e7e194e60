import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { waveformBars } from '#shared/features/media/waveform.ts'
import styles from './Voice.module.css'
import { Waveform } from './Waveform.tsx'

const speeds = [1, 1.5, 2] as const
const plain = Array.from({ length: waveformBars }, () => 30)

/** One voice is heard at a time. */
let heard: HTMLAudioElement | undefined

/** A recorded voice: played and paused, sought in by hand and by keyboard, at three speeds. */
export function VoiceMessage({ file }: { file: MediaFileWire }) {
  const t = useCopy()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  const [hasFailed, setFailed] = useState(false)
  const { duration, waveform = plain } = file
  const toggle = () => {
    const own = audio.current
    if (!own) return
    if (!own.paused) return own.pause()
    if (heard !== own) heard?.pause()
    heard = own
    setFailed(false)
    own.playbackRate = speed
    own.play().catch((error: unknown) => setFailed(!(error instanceof DOMException && error.name === 'AbortError')))
  }
  const seek = (seconds: number) => {
    setAt(seconds)
    if (audio.current) audio.current.currentTime = seconds
  }
  const hasten = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
    setSpeed(next)
    if (audio.current) audio.current.playbackRate = next
  }
  const times = t('media.voice.at', { at: formatDuration(at * 1000), duration: formatDuration(duration * 1000) })
  return (
    <div role="group" aria-label={t('media.voice.name')} className={styles.voice}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said may be written below it. */}
      <audio
        ref={audio}
        src={file.url ?? undefined}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onEnded={() => seek(0)}
      />
      <IconButton
        look="filled"
        icon={isPlaying ? 'pause' : 'play'}
        label={t(isPlaying ? 'media.voice.pause' : 'media.voice.play')}
        onClick={toggle}
      />
      <span className={styles.track}>
        <Waveform bars={waveform} share={duration > 0 ? at / duration : 0} />
        <input
          type="range"
          min={0}
          max={duration}
          step={0.1}
          value={Math.min(at, duration)}
          aria-label={t('media.voice.position')}
          aria-valuetext={times}
          onChange={event => seek(Number(event.currentTarget.value))}
        />
      </span>
      <span className={styles.time}>{formatDuration((isPlaying || at > 0 ? at : duration) * 1000)}</span>
      <button type="button" className={styles.speed} aria-label={t('media.voice.speed', { speed })} onClick={hasten}>
        {speed}×
      </button>
      {hasFailed && (
        <p role="alert" className={styles.problem}>
          {t('media.voice.broken')}
        </p>
      )}
    </div>
  )
}
