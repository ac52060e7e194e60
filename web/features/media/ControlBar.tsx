import { useCopy } from '#kit/copy/copy.tsx'
import { ControlButton } from './ControlButton.tsx'
import styles from './Player.module.css'
import { type PlayerSettings, SettingsMenu, subtitlesOff } from './SettingsMenu.tsx'
import { Clock, TimeSlider } from './TimeSlider.tsx'
import { useIsPaused } from './use-media.ts'
import type { PlayerState } from './use-player.ts'
import { VolumeControl } from './VolumeControl.tsx'

interface Props {
  player: PlayerState
  video: HTMLVideoElement | null
  fullscreen: { isFullscreen: boolean; toggle: () => void }
  onToggleSubtitles: () => void
}

function settingsOf(player: PlayerState, nameTrack: (number: number) => string): PlayerSettings {
  const { playback, preferences, changePreferences, variant } = player
  return {
    rate: preferences.rate,
    onRate: player.changeRate,
    subtitles: {
      choices: variant.video.subtitles.map(({ languageCode, label }) => ({ value: languageCode, label })),
      chosen: preferences.subtitles ?? subtitlesOff,
      onChoose: code => changePreferences({ subtitles: code === subtitlesOff ? null : code }),
    },
    audio: {
      choices: playback.audio.choices.map(({ id, name }) => ({ value: id, label: name || nameTrack(id + 1) })),
      chosen: playback.audio.chosen,
      onChoose: id => {
        playback.chooseAudio(id)
        changePreferences({ audio: playback.audio.choices.find(choice => choice.id === id)?.languageCode ?? null })
      },
    },
  }
}

export function ControlBar({ player, video, fullscreen, onToggleSubtitles }: Props) {
  const t = useCopy()
  const isPaused = useIsPaused(video)
  const { playback, variant, preferences } = player
  const time = { video, playback, declaredDuration: variant.video.duration }
  const handlePip = () => {
    const change = document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture()
    change?.catch(() => undefined)
  }
  return (
    <div className={styles.controls}>
      <TimeSlider {...time} />
      <div className={styles.row}>
        <ControlButton
          icon={isPaused ? 'play' : 'pause'}
          label={t(isPaused ? 'media.play' : 'media.pause')}
          onClick={playback.toggle}
        />
        <ControlButton
          className={styles.wideOnly}
          icon="previous"
          label={t('media.previous')}
          disabled={!player.previous}
          onClick={player.previous}
        />
        <ControlButton
          className={styles.wideOnly}
          icon="next"
          label={t('media.next')}
          disabled={!player.next}
          onClick={player.next}
        />
        <VolumeControl preferences={preferences} onChange={player.changePreferences} />
        <Clock {...time} />
        <span className={styles.gap} />
        {variant.video.subtitles.length > 0 && (
          <ControlButton
            icon="subtitles"
            label={t('media.subtitles')}
            aria-pressed={preferences.subtitles !== null}
            onClick={onToggleSubtitles}
          />
        )}
        <SettingsMenu settings={settingsOf(player, number => t('media.audio.track', { number }))} />
        {document.pictureInPictureEnabled && (
          <ControlButton
            className={styles.wideOnly}
            icon="pip"
            label={t('media.pip')}
            disabled={!playback.isAttached}
            onClick={handlePip}
          />
        )}
        <ControlButton
          icon={fullscreen.isFullscreen ? 'windowed' : 'fullscreen'}
          label={t(fullscreen.isFullscreen ? 'media.fullscreen.exit' : 'media.fullscreen')}
          onClick={fullscreen.toggle}
        />
      </div>
    </div>
  )
}
