import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Subtitles as Track } from '#shared/features/media/forms.ts'
import { ControlButton } from './ControlButton.tsx'
import { ControlBar, StepButtons } from './Controls.tsx'
import { useFullscreen, useIsIdle, useMediaSession, useWakeLock } from './device.ts'
import { useIsPaused } from './media-state.ts'
import { Picture } from './Picture.tsx'
import type { Playback } from './playback.ts'
import styles from './Player.module.css'
import { type ChangePreferences, type PlayerPreferences, steppedRate } from './preferences.ts'
import { SettingsMenu, subtitlesOff } from './SettingsMenu.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Skips } from './Skips.tsx'
import { VolumeControl } from './Sliders.tsx'
import { useTaps } from './taps.ts'

interface Props {
  playback: Playback
  title: string
  /** Second line of the lock screen. */
  artist?: string
  poster: string | undefined
  subtitles: readonly Track[]
  sourceKey: string
  orientation: 'horizontal' | 'vertical'
  preferences: PlayerPreferences
  onPreferences: ChangePreferences
  onRate: (rate: number) => void
  next: (() => void) | undefined
  previous: (() => void) | undefined
  /** Covers the picture and must be answered first. */
  cover?: ReactNode
}

/** Applies the viewer's rate and volume, and the sound track of the preferred language if the video has it. */
function usePreferredOutput({ playback, preferences }: Props) {
  const { video, audio, chooseAudio } = playback
  const { rate, volume, isMuted } = preferences
  useEffect(() => {
    if (!video) return
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    video.volume = volume
    video.muted = isMuted
  }, [video, rate, volume, isMuted])
  const wished = audio.choices.find(choice => choice.languageCode === preferences.audio)?.id
  useEffect(() => {
    if (wished !== undefined && wished !== audio.chosen) chooseAudio(wished)
  }, [wished, audio.chosen, chooseAudio])
}

/** Turns subtitles off, or on in the interface's language where the video has it. */
function useSubtitleToggle({ preferences, onPreferences, subtitles }: Props): () => void {
  const { language } = useCopy()
  const codes = subtitles.map(subtitle => subtitle.languageCode)
  const wished = codes.find(code => code.startsWith(language)) ?? codes[0] ?? null
  return () => onPreferences({ subtitles: preferences.subtitles === null ? wished : null })
}

function useDeviceControls(props: Props, isPaused: boolean) {
  const { playback, title, artist = '', poster, next, previous } = props
  const { play, pause, skip, isAttached } = playback
  const actions = useMemo(() => ({ play, pause, skip, next, previous }), [play, pause, skip, next, previous])
  useMediaSession({ title, artist, poster }, isAttached, actions)
  useWakeLock(!isPaused)
}

/** The whole player, with the controls over the picture. */
export function Player(props: Props) {
  const { playback, preferences, onPreferences, onRate } = props
  const { video } = playback
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const fullscreen = useFullscreen(frame, video)
  const isPaused = useIsPaused(video)
  const { isIdle, wasIdle, rest } = useIsIdle(frame, !isPaused)
  const toggleSubtitles = useSubtitleToggle(props)
  useDeviceControls(props, isPaused)
  usePreferredOutput(props)
  useShortcuts(frame, {
    toggle: playback.toggle,
    skip: playback.skip,
    seekShare: share => playback.seek(share * (video?.duration || playback.declaredDuration)),
    changeVolume: by => onPreferences({ volume: Math.min(1, Math.max(0, preferences.volume + by)), isMuted: false }),
    toggleMuted: () => onPreferences({ isMuted: !preferences.isMuted }),
    toggleFullscreen: fullscreen.toggle,
    toggleSubtitles,
    changeRate: steps => onRate(steppedRate(preferences.rate, steps)),
  })
  const { skipped, onTap, onDoubleTap } = useTaps({
    playback,
    isPaused,
    onTouch: () => !wasIdle() && rest(),
    toggleFullscreen: fullscreen.toggle,
  })
  return (
    <div ref={setFrame} className={styles.frame} data-orientation={props.orientation} data-idle={isIdle}>
      <Picture {...props} language={preferences.subtitles} onTap={onTap} onDoubleTap={onDoubleTap} />
      <Skips skip={playback.skip} skipped={skipped} />
      <ControlBar
        playback={playback}
        fullscreen={fullscreen}
        start={
          <>
            <StepButtons next={props.next} previous={props.previous} />
            <VolumeControl preferences={preferences} onChange={onPreferences} />
          </>
        }
      >
        <Settings {...props} onToggleSubtitles={toggleSubtitles} />
      </ControlBar>
    </div>
  )
}

function Settings(props: Props & { onToggleSubtitles: () => void }) {
  const t = useCopy()
  const { playback, subtitles, preferences, onPreferences } = props
  const { choices, chosen } = playback.audio
  return (
    <>
      {subtitles.length > 0 && (
        <ControlButton
          icon="subtitles"
          label={t('media.subtitles')}
          aria-pressed={preferences.subtitles !== null}
          onClick={props.onToggleSubtitles}
        />
      )}
      <SettingsMenu
        rate={preferences.rate}
        onRate={props.onRate}
        subtitles={{
          choices: subtitles.map(({ languageCode, label }) => ({ value: languageCode, label })),
          chosen: preferences.subtitles ?? subtitlesOff,
          onChoose: code => onPreferences({ subtitles: code === subtitlesOff ? null : code }),
        }}
        audio={{
          choices: choices.map(({ id, name }) => ({
            value: id,
            label: name || t('media.audio.track', { number: id + 1 }),
          })),
          chosen,
          onChoose: id => {
            playback.chooseAudio(id)
            onPreferences({ audio: choices.find(choice => choice.id === id)?.languageCode ?? null })
          },
        }}
      />
    </>
  )
}
