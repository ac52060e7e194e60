import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { canRecord } from './recording.ts'
import type { Voice } from './use-voice.ts'
import styles from './Voice.module.css'
import { Waveform } from './Waveform.tsx'

/** Begins to record; not there where the browser cannot. */
export function VoiceButton({ voice, disabled }: { voice: Voice; disabled: boolean }) {
  const t = useCopy()
  if (!canRecord()) return null
  return (
    <IconButton
      icon="microphone"
      label={t('media.voice.record')}
      disabled={disabled || voice.isRecording}
      onClick={() => void voice.start()}
    />
  )
}

/** What is being recorded, with its two ways out; or why nothing can be. */
export function VoiceBar({ voice }: { voice: Voice }) {
  const t = useCopy()
  const { isRecording, problem } = voice
  if (problem)
    return (
      <Notice live tone="warn" icon="microphone-off" onClose={voice.forget}>
        {t(`media.voice.${problem}`)}
      </Notice>
    )
  return isRecording ? <Recorded voice={voice} /> : null
}

function Recorded({ voice: { levels, elapsed, finish, drop } }: { voice: Voice }) {
  const t = useCopy()
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => done.current?.querySelector<HTMLElement>('button:last-of-type')?.focus(), [])
  return (
    <div ref={done} role="group" aria-label={t('media.voice.recording')} className={styles.recorder} data-under-way>
      <span className={styles.dot} aria-hidden />
      <span className={styles.time}>{formatDuration(elapsed)}</span>
      <Waveform bars={levels.map(level => level * 100)} share={1} />
      <IconButton icon="close" label={t('media.voice.drop')} onClick={drop} />
      <IconButton look="filled" icon="check" label={t('media.voice.done')} onClick={() => void finish()} />
    </div>
  )
}
