import type { MouseEvent } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import styles from './Player.module.css'
import { PlayerIcon } from './PlayerIcon.tsx'
import { PlayerNotice } from './PlayerNotice.tsx'
import { SurveyPrompt } from './SurveyPrompt.tsx'
import { Subtitles, SubtitleTracks } from './Subtitles.tsx'
import { useOnline } from '#kit/request/online.ts'
import { useIsEnded, useIsPaused, useIsStalled } from './use-media.ts'
import type { PlayerState } from './use-player.ts'

interface PictureProps {
  player: PlayerState
  video: HTMLVideoElement | null
  onVideo: (video: HTMLVideoElement | null) => void
  onTap: (event: MouseEvent) => void
  onDoubleTap: () => void
}

/** The picture with what lies over it: subtitles, the big play button, waiting, errors and the survey. */
export function Picture({ player, video, onVideo, onTap, onDoubleTap }: PictureProps) {
  const t = useCopy()
  const { playback, variant, item, sourceKey, preferences } = player
  const isPaused = useIsPaused(video)
  const isEnded = useIsEnded(video)
  const isStalled = useIsStalled(video)
  const isOnline = useOnline()
  const isWaiting = isStalled || playback.isStarting
  const problem = playback.problem ?? (isWaiting && !isOnline ? 'offline' : undefined)
  return (
    <>
      <video
        ref={onVideo}
        className={styles.video}
        poster={variant.video.preview}
        preload="none"
        playsInline
        aria-label={item.title}
        onClick={onTap}
        onDoubleClick={onDoubleTap}
      >
        <SubtitleTracks subtitles={variant.video.subtitles} />
      </video>
      <Subtitles video={video} language={preferences.subtitles} sourceKey={sourceKey} />
      {isPaused && !isWaiting && !problem && !player.survey && (
        <button
          type="button"
          className={styles.big}
          onClick={playback.play}
          aria-label={t(isEnded ? 'media.replay' : 'media.play')}
        >
          <PlayerIcon name={isEnded ? 'replay' : 'play'} />
        </button>
      )}
      {isWaiting && !problem && <span className={styles.spinner} role="status" aria-label={t('media.buffering')} />}
      {problem && <PlayerNotice problem={problem} onRetry={playback.retry} />}
      {player.survey && <SurveyPrompt title={item.title} address={player.survey} onDone={player.goOn} />}
    </>
  )
}
