import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import styles from './Call.module.css'
import { DeviceChoice } from './DeviceChoice.tsx'
import { canShareScreen } from './devices.ts'
import type { OwnMedia } from './own-media.ts'
import { RecordButton } from './recording/RecordingParts.tsx'
import type { CallRecording } from './recording/use-recording.ts'
import { useMediaState } from './use-call.ts'

interface Props {
  media: OwnMedia
  recording: CallRecording
  otherName: string
  speakerId: string | undefined
  onSpeaker: (id: string) => void
  onFullScreen: () => void
  onLeave: () => void
  chat: { isOpen: boolean; toggle: () => void } | undefined
}

/** Sound, picture, screen, recording, devices, chat and the end. */
export function CallControls(props: Props) {
  const { media, recording, otherName, speakerId, onSpeaker, onFullScreen, onLeave, chat } = props
  const t = useCopy()
  const [isChoosing, setChoosing] = useState(false)
  const { microphone, camera } = useMediaState(media)
  return (
    <div role="toolbar" aria-label={t('videocall.controls')} className={styles.controls}>
      <IconButton
        look="filled"
        icon={microphone.isWanted ? 'microphone' : 'microphone-off'}
        label={t(microphone.isWanted ? 'videocall.mute' : 'videocall.unmute')}
        aria-keyshortcuts="M"
        data-off={!microphone.isWanted || undefined}
        onClick={() => media.setMicrophone(!microphone.isWanted)}
      />
      <IconButton
        look="filled"
        icon={camera.isWanted ? 'video' : 'video-off'}
        label={t(camera.isWanted ? 'videocall.hide' : 'videocall.show')}
        aria-keyshortcuts="V"
        data-off={!camera.isWanted || undefined}
        onClick={() => media.setCamera(!camera.isWanted)}
      />
      <ScreenButton media={media} />
      <RecordButton recording={recording} name={otherName} />
      <IconButton look="filled" icon="settings" label={t('videocall.devices')} onClick={() => setChoosing(true)} />
      {document.fullscreenEnabled && (
        <IconButton
          look="filled"
          icon="fullscreen"
          label={t('videocall.fullScreen')}
          aria-keyshortcuts="F"
          onClick={onFullScreen}
        />
      )}
      {chat && (
        <IconButton
          look="filled"
          icon="chat"
          label={t('videocall.chat')}
          aria-expanded={chat.isOpen}
          onClick={chat.toggle}
        />
      )}
      <Button look="danger" icon="hang-up" className={styles.leave} onClick={onLeave}>
        {t('videocall.leave')}
      </Button>
      {isChoosing && (
        <Dialog title={t('videocall.devices')} onClose={() => setChoosing(false)}>
          <DeviceChoice media={media} speakerId={speakerId} onSpeaker={onSpeaker} />
        </Dialog>
      )}
    </div>
  )
}

function ScreenButton({ media }: { media: OwnMedia }) {
  const t = useCopy()
  const { screen } = useMediaState(media)
  if (!canShareScreen()) return null
  const share = async () => {
    try {
      await media.shareScreen()
    } catch (error) {
      // Closing the choice is an answer too.
      const isChoice = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isChoice) toast(t('videocall.screen.failed'), { tone: 'danger' })
    }
  }
  return (
    <IconButton
      look="filled"
      icon="screen"
      label={t(screen ? 'videocall.screen.stop' : 'videocall.screen.share')}
      data-on={screen !== undefined || undefined}
      onClick={() => (screen ? media.stopSharing() : void share())}
    />
  )
}
