import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import styles from './Call.module.css'
import { DeviceChoice } from './DeviceChoice.tsx'
import { OwnPicture } from './Picture.tsx'
import type { OwnMedia } from './own-media.ts'
import { playTestSound } from './test-sound.ts'
import { useMediaState } from './use-call.ts'

interface Props {
  facts: VideoCallWire
  media: OwnMedia
  speakerId: string | undefined
  onSpeaker: (id: string) => void
  onJoin: () => void
}

/** How one looks and sounds, before anybody else sees and hears it. */
export function DeviceCheck({ facts, media, speakerId, onSpeaker, onJoin }: Props) {
  const t = useCopy()
  const { microphone, camera } = useMediaState(media)
  return (
    <section className={styles.check}>
      <h1>{t('videocall.check.title', { name: facts.other.name })}</h1>
      <div className={styles.checkGrid}>
        <div className={styles.preview}>
          <OwnPicture track={camera.track} label={t('videocall.own')} isMirrored />
          {!camera.track && (
            <p className={styles.noPicture}>
              <Icon name={camera.isOpening ? 'camera' : 'video-off'} />
              {t(camera.isOpening ? 'videocall.opening' : 'videocall.camera.isOff')}
            </p>
          )}
        </div>
        <div className={styles.devices}>
          <DeviceChoice media={media} speakerId={speakerId} onSpeaker={onSpeaker} />
          <div className={styles.row}>
            <Button
              look="secondary"
              icon={microphone.isWanted ? 'microphone' : 'microphone-off'}
              aria-pressed={microphone.isWanted}
              onClick={() => media.setMicrophone(!microphone.isWanted)}
            >
              {t('videocall.microphone')}
            </Button>
            <Button
              look="secondary"
              icon={camera.isWanted ? 'video' : 'video-off'}
              aria-pressed={camera.isWanted}
              onClick={() => media.setCamera(!camera.isWanted)}
            >
              {t('videocall.camera')}
            </Button>
            <Button look="secondary" icon="volume" onClick={() => void playTestSound(speakerId)}>
              {t('videocall.check.sound')}
            </Button>
          </div>
        </div>
      </div>
      {!facts.has_relay && <Notice icon="info">{t('videocall.noRelay')}</Notice>}
      <Button wide onClick={onJoin}>
        {t('videocall.join')}
      </Button>
    </section>
  )
}
