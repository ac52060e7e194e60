import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import type { Call, CallState } from './call.ts'
import { stageWords, sideWords } from './call-words.ts'
import { CallControls } from './CallControls.tsx'
import styles from './Call.module.css'
import { DeviceHelp } from './DeviceHelp.tsx'
import { OtherPicture, OtherSound, OwnPicture } from './Picture.tsx'
import type { OwnMedia } from './own-media.ts'
import { RecordingNews } from './recording/RecordingParts.tsx'
import { type CallRecording, useRecording } from './recording/use-recording.ts'
import { useMediaState, useWakefulScreen } from './use-call.ts'

interface Props {
  facts: VideoCallWire
  call: Call
  media: OwnMedia
  speakerId: string | undefined
  onSpeaker: (id: string) => void
  onLeave: () => void
  /** The chat of the two, beside the pictures. */
  chat: ReactNode | undefined
}

/** The call itself: the other large, oneself small, what is going on in words, and the controls. */
export function CallStage({ facts, call, media, speakerId, onSpeaker, onLeave, chat }: Props) {
  const t = useCopy()
  const stage = useRef<HTMLElement>(null)
  const titleId = useId()
  const state = useSyncExternalStore(call.subscribe, call.read)
  const recording = useRecording(facts, state, media)
  const [isChatOpen, setChatOpen] = useState(false)
  useWakefulScreen()
  useEffect(() => stage.current?.focus(), [])
  const handleKey = (event: KeyboardEvent) => {
    if (isTyping(event)) return
    const { microphone, camera } = media.read()
    if (event.code === 'KeyM') media.setMicrophone(!microphone.isWanted)
    else if (event.code === 'KeyV') media.setCamera(!camera.isWanted)
    else if (event.code === 'KeyF') void toggleFullScreen(stage.current)
    else return
    event.preventDefault()
  }
  return (
    <section
      ref={stage}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={styles.stage}
      data-chat={isChatOpen || undefined}
      data-call={state.stage}
      data-line={state.line}
      onKeyDown={handleKey}
    >
      <h1 id={titleId} className={styles.title}>
        {t('videocall.title', { name: facts.other.name })}
      </h1>
      <div className={styles.pictures}>
        <Other facts={facts} state={state} speakerId={speakerId} />
        <Own media={media} />
        <CallNews facts={facts} state={state} media={media} recording={recording} />
      </div>
      <CallControls
        media={media}
        recording={recording}
        otherName={facts.other.name}
        speakerId={speakerId}
        onSpeaker={onSpeaker}
        onLeave={onLeave}
        onFullScreen={() => void toggleFullScreen(stage.current)}
        chat={chat === undefined ? undefined : { isOpen: isChatOpen, toggle: () => setChatOpen(!isChatOpen) }}
      />
      {chat !== undefined && isChatOpen && <div className={styles.chat}>{chat}</div>}
    </section>
  )
}

interface OtherProps {
  facts: VideoCallWire
  state: CallState
  speakerId: string | undefined
}

function Other({ facts: { other }, state: { remote, stage }, speakerId }: OtherProps) {
  const t = useCopy()
  const isShown = stage === 'talking' && remote?.state?.picture === 'on'
  return (
    <>
      <OtherPicture
        stream={remote?.stream}
        label={t('videocall.other', { name: other.name })}
        isShown={isShown}
        isWhole={remote?.state?.isSharing === true}
      />
      <OtherSound stream={remote?.stream} speakerId={speakerId} />
      {!isShown && (
        <div className={styles.absent}>
          <Avatar name={other.name} src={other.avatar} size={112} />
          <p>{other.name}</p>
        </div>
      )}
    </>
  )
}

function Own({ media }: { media: OwnMedia }) {
  const t = useCopy()
  const { camera, screen } = useMediaState(media)
  const track = screen ?? camera.track
  return (
    <div className={styles.own} hidden={!track}>
      <OwnPicture track={track} label={t('videocall.own')} isMirrored={!screen && isFacing(track)} />
    </div>
  )
}

/** A camera that looks away from the person shows no mirror. */
function isFacing(track: MediaStreamTrack | undefined): boolean {
  return track?.getSettings().facingMode !== 'environment'
}

type NewsProps = { facts: VideoCallWire; state: CallState; media: OwnMedia; recording: CallRecording }

/** What is going on, in words that are seen and read aloud. */
function CallNews({ facts, state, media, recording }: NewsProps) {
  const t = useCopy()
  const { microphone } = useMediaState(media)
  const { name } = facts.other
  const isWeak = state.stage === 'talking' && state.line !== 'good'
  return (
    <div className={styles.news}>
      <p role="status" className={styles.words}>
        <span className={styles.lamp} data-stage={state.stage} aria-hidden />
        {[stageWords(t, state, name), ...sideWords(t, state, name)].join(' ')}
      </p>
      <RecordingNews recording={recording} name={name} />
      {state.stage === 'talking' && <p className={styles.words}>{t(`videocall.line.${state.line}`)}</p>}
      {isWeak && (
        <Notice live tone="warn">
          {t(state.line === 'bad' ? 'videocall.bad' : 'videocall.weak')}
        </Notice>
      )}
      {!microphone.isWanted && <p className={styles.words}>{t('videocall.muted')}</p>}
      <DeviceHelp media={media} kind="microphone" />
      <DeviceHelp media={media} kind="camera" />
      {!facts.has_relay && state.stage === 'mending' && <Notice icon="info">{t('videocall.noRelay')}</Notice>}
    </div>
  )
}

/** Letters belong to what is being written, and with a key held to the browser. */
function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')
  return ctrlKey || metaKey || altKey || Boolean(isField)
}

async function toggleFullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await element?.requestFullscreen?.().catch(() => {})
}
