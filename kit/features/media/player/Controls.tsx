import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { ControlButton, type PlayerLook } from './ControlButton.tsx'
import type { Fullscreen } from './device.ts'
import { useIsPaused } from './media-state.ts'
import type { Playback } from './playback.ts'
import styles from './Player.module.css'
import { Clock, TimeSlider } from './Sliders.tsx'

export function PlayButton({ playback, look = 'over' }: { playback: Playback; look?: PlayerLook }) {
  const t = useCopy()
  const isPaused = useIsPaused(playback.video)
  const Look = look === 'over' ? ControlButton : IconButton
  return (
    <Look
      icon={isPaused ? 'play' : 'pause'}
      label={t(isPaused ? 'media.play' : 'media.pause')}
      onClick={playback.toggle}
    />
  )
}

export function FullscreenButton({ fullscreen, look = 'over' }: { fullscreen: Fullscreen; look?: PlayerLook }) {
  const t = useCopy()
  const { isFullscreen, toggle } = fullscreen
  const label = t(isFullscreen ? 'media.fullscreen.exit' : 'media.fullscreen')
  if (look === 'below') return <IconButton icon="fullscreen" label={label} onClick={toggle} />
  return <ControlButton icon={isFullscreen ? 'windowed' : 'fullscreen'} label={label} onClick={toggle} />
}

function PictureInPictureButton({ playback: { video, isAttached } }: { playback: Playback }) {
  const t = useCopy()
  const handleClick = () => {
    const change = document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture()
    change?.catch(() => undefined)
  }
  if (!document.pictureInPictureEnabled) return null
  return (
    <ControlButton
      className={styles.wideOnly}
      icon="pip"
      label={t('media.pip')}
      disabled={!isAttached}
      onClick={handleClick}
    />
  )
}

interface StepButtonsProps {
  next: (() => void) | undefined
  previous: (() => void) | undefined
}

/** Previous and next video, if there is room. */
export function StepButtons({ next, previous }: StepButtonsProps) {
  const t = useCopy()
  const steps = { previous, next }
  return (['previous', 'next'] as const).map(step => (
    <ControlButton
      key={step}
      className={styles.wideOnly}
      icon={step}
      label={t(`media.${step}`)}
      disabled={!steps[step]}
      onClick={steps[step]}
    />
  ))
}

interface ControlBarProps {
  playback: Playback
  fullscreen: Fullscreen
  /** Content to the right of the play button. */
  start: ReactNode
  /** Settings and the like, left of full screen. */
  children: ReactNode
}

/** The bar over the lower edge of the picture. */
export function ControlBar({ playback, fullscreen, start, children }: ControlBarProps) {
  return (
    <div className={styles.controls}>
      <TimeSlider playback={playback} />
      <div className={styles.row}>
        <PlayButton playback={playback} />
        {start}
        <Clock playback={playback} />
        <span className={styles.gap} />
        {children}
        <PictureInPictureButton playback={playback} />
        <FullscreenButton fullscreen={fullscreen} />
      </div>
    </div>
  )
}
