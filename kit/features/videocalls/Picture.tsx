import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { classes } from '#kit/ui/classes.ts'
import styles from './Call.module.css'

interface OwnProps {
  track: MediaStreamTrack | undefined
  label: string
  /** One sees oneself as in a mirror, but not what one shows of a screen. */
  isMirrored: boolean
}

/** One's own picture, without sound. */
export function OwnPicture({ track, label, isMirrored }: OwnProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!video.current) return
    video.current.srcObject = track ? new MediaStream([track]) : null
  }, [track])
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      hidden={!track}
      aria-label={label}
      className={classes(styles.picture, isMirrored && styles.mirrored)}
    />
  )
}

interface Props {
  stream: MediaStream | undefined
  label: string
  isShown: boolean
  /** A screen is shown whole, a face fills its place. */
  isWhole: boolean
}

/** How often to look whether the picture still moves, in ms. */
const lookMs = 1500

/** The picture of the other. A browser may stop drawing after a gap in the line; then playback is restarted. */
export function OtherPicture({ stream, label, isShown, isWhole }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const track = stream?.getVideoTracks()[0]
  useEffect(() => {
    const element = video.current
    if (!element || !track || !isShown) return
    let drawn = -1
    const look = () => {
      const { totalVideoFrames } = element.getVideoPlaybackQuality()
      if (totalVideoFrames === drawn || drawn < 0) show(element, track)
      drawn = totalVideoFrames
    }
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [track, isShown])
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={label}
      data-shown={isShown || undefined}
      className={classes(styles.other, isWhole && styles.whole)}
    />
  )
}

function show(element: HTMLMediaElement, track: MediaStreamTrack) {
  element.srcObject = new MediaStream([track])
  // A restart meanwhile interrupts it.
  element.play().catch(() => {})
}

interface SoundProps {
  stream: MediaStream | undefined
  speakerId: string | undefined
}

/** The sound of the other, apart from the picture: it goes on whatever becomes of that. */
export function OtherSound({ stream, speakerId }: SoundProps) {
  const t = useCopy()
  const sound = useRef<HTMLAudioElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  const track = stream?.getAudioTracks()[0]
  const play = () => {
    // A browser may want a press before it plays sound.
    sound.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === 'NotAllowedError'),
    )
  }
  useEffect(() => {
    if (!sound.current) return
    sound.current.srcObject = track ? new MediaStream([track]) : null
    if (track) play()
  }, [track])
  useEffect(() => {
    if (speakerId !== undefined) void sound.current?.setSinkId?.(speakerId).catch(() => {})
  }, [speakerId])
  return (
    <>
      {/* What is said is in no captions: two people talk. */}
      <audio ref={sound} autoPlay />
      {isBlocked && (
        <Button icon="volume" className={styles.unblock} onClick={play}>
          {t('videocall.hear')}
        </Button>
      )}
    </>
  )
}
