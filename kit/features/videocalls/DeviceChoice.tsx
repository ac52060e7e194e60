import { useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import styles from './Call.module.css'
import { DeviceHelp } from './DeviceHelp.tsx'
import type { OwnMedia } from './own-media.ts'
import { useDevices, useLevel, useMediaState } from './use-call.ts'

interface Props {
  media: OwnMedia
  speakerId: string | undefined
  onSpeaker: (id: string) => void
}

/** Microphone, camera and speaker: which one, how loud one is, and what is wrong with it. */
export function DeviceChoice({ media, speakerId, onSpeaker }: Props) {
  const t = useCopy()
  const { microphone, camera } = useMediaState(media)
  const devices = useDevices(`${microphone.track?.id} ${camera.track?.id}`)
  const named = (list: { id: string; label: string }[]) =>
    list.map(({ id, label }, index) => (
      <option key={id} value={id}>
        {label || t('videocall.device', { number: index + 1 })}
      </option>
    ))
  const own = { microphone, camera }
  return (
    <div className={styles.devices}>
      {(['microphone', 'camera'] as const).map(kind => (
        <div key={kind} className={styles.device}>
          {devices[kind].length > 0 && (
            <SelectField
              label={t(`videocall.${kind}`)}
              value={own[kind].track?.getSettings().deviceId ?? ''}
              onChange={event => void media.choose(kind, event.target.value)}
            >
              {!own[kind].track && <option value="">{t('videocall.none')}</option>}
              {named(devices[kind])}
            </SelectField>
          )}
          {kind === 'microphone' && <LevelMeter track={microphone.track} isOn={microphone.isWanted} />}
          <DeviceHelp media={media} kind={kind} />
        </div>
      ))}
      {devices.speaker.length > 1 && 'setSinkId' in HTMLMediaElement.prototype && (
        <SelectField
          label={t('videocall.speaker')}
          value={speakerId ?? 'default'}
          onChange={event => onSpeaker(event.target.value)}
        >
          {named(devices.speaker)}
        </SelectField>
      )}
    </div>
  )
}

/** Shows that the microphone hears. */
function LevelMeter({ track, isOn }: { track: MediaStreamTrack | undefined; isOn: boolean }) {
  const t = useCopy()
  const level = useLevel(track)
  if (!track || !isOn) return null
  return (
    <div className={styles.level}>
      <meter min={0} max={1} value={level} aria-label={t('videocall.level')} className={styles.meter} />
    </div>
  )
}
