import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { ControlBar } from './ControlBar.tsx'
import { LessonBar } from './LessonBar.tsx'
import { Picture } from './Picture.tsx'
import styles from './Player.module.css'
import { lessonPlace, type PlayerItem, repeatsOf } from './player-item.ts'
import { playbackRates } from './player-preferences.ts'
import { useMediaSession, useWakeLock } from './use-device.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useIsIdle } from './use-idle.ts'
import { useIsPaused } from './use-media.ts'
import { type PlayerProps, type PlayerState, usePlayer } from './use-player.ts'
import { useShortcuts } from './use-shortcuts.ts'

export type { PlayerProps, WatchedReport } from './use-player.ts'

/** The next rate up or down the list. */
function steppedRate(rate: number, steps: number): number {
  const index = playbackRates.findIndex(known => known === rate) + steps
  return playbackRates[Math.min(playbackRates.length - 1, Math.max(0, index))] ?? 1
}

/** Turns subtitles off, or on in the interface's language where the video has it. */
function useSubtitleToggle(player: PlayerState): () => void {
  const { language } = useCopy()
  const { preferences, changePreferences, variant } = player
  const codes = variant.video.subtitles.map(subtitle => subtitle.languageCode)
  const wished = codes.find(code => code.startsWith(language)) ?? codes[0] ?? null
  return () => changePreferences({ subtitles: preferences.subtitles === null ? wished : null })
}

/** Plays the sound track of the language chosen before, where the video has it. */
function usePreferredAudio({ playback, preferences }: PlayerState) {
  const { audio, chooseAudio } = playback
  const wished = audio.choices.find(choice => choice.languageCode === preferences.audio)?.id
  useEffect(() => {
    if (wished !== undefined && wished !== audio.chosen) chooseAudio(wished)
  }, [wished, audio.chosen, chooseAudio])
}

function useDeviceControls(player: PlayerState, isPaused: boolean) {
  const { playback, item, next, previous, variant } = player
  const { play, pause, skip } = playback
  const actions = useMemo(() => ({ play, pause, skip, next, previous }), [play, pause, skip, next, previous])
  useMediaSession(item.title, item.subtitle ?? '', variant.video.preview, playback.isAttached, actions)
  useWakeLock(!isPaused)
}

function DayPlayer({
  items,
  ...props
}: Omit<PlayerProps, 'items'> & { items: readonly [PlayerItem, ...PlayerItem[]] }) {
  const t = useCopy()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const player = usePlayer({ ...props, items }, items, video)
  const { item, playback, preferences, changePreferences, changeRate, variant } = player
  const fullscreen = useFullscreen(frame, video)
  const isPaused = useIsPaused(video)
  const { isIdle, wasIdle, rest } = useIsIdle(frame, !isPaused)
  const toggleSubtitles = useSubtitleToggle(player)
  useDeviceControls(player, isPaused)
  usePreferredAudio(player)
  useShortcuts(frame, {
    toggle: playback.toggle,
    skip: playback.skip,
    seekShare: share => playback.seek(share * (video?.duration || variant.video.duration / 1000)),
    changeVolume: by =>
      changePreferences({ volume: Math.min(1, Math.max(0, preferences.volume + by)), isMuted: false }),
    toggleMuted: () => changePreferences({ isMuted: !preferences.isMuted }),
    toggleFullscreen: fullscreen.toggle,
    toggleSubtitles,
    changeRate: steps => changeRate(steppedRate(preferences.rate, steps)),
  })
  const handleTap = (event: MouseEvent) => {
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (!isTouch || isPaused) playback.toggle()
    else if (!wasIdle()) rest()
  }
  return (
    <section className={styles.player} aria-label={t('media.player', { title: item.title })}>
      <div ref={setFrame} className={styles.frame} data-orientation={variant.videoOrientation} data-idle={isIdle}>
        <Picture player={player} video={video} onVideo={setVideo} onTap={handleTap} onDoubleTap={fullscreen.toggle} />
        <ControlBar player={player} video={video} fullscreen={fullscreen} onToggleSubtitles={toggleSubtitles} />
      </div>
      <LessonBar
        item={item}
        place={lessonPlace(items, item)}
        repeats={repeatsOf(items, item)}
        next={player.next}
        previous={player.previous}
        types={player.types}
        orientation={player.orientation}
      />
    </section>
  )
}

/** Plays a day's playlist. Downloads nothing of a video before the first play; an empty list shows nothing. */
export function Player({ items, ...props }: PlayerProps) {
  const [first, ...others] = items
  return first ? <DayPlayer {...props} items={[first, ...others]} /> : null
}
