import type { CSSProperties } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { ControlButton } from './ControlButton.tsx'
import type { PlayerPreferences } from './player-preferences.ts'
import styles from './TimeSlider.module.css'
import type { ChangePreferences } from './use-preferences.ts'

interface Props {
  preferences: PlayerPreferences
  onChange: ChangePreferences
}

export function VolumeControl({ preferences, onChange }: Props) {
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
