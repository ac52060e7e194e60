import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { Picker } from '#studio/platform/Picker.tsx'
import styles from './DeskVideo.module.css'
import type { DraftComment } from './review-draft.ts'
import { type DeskPlayer, speeds } from './use-desk-player.ts'

type Props = { file: MediaFileWire; player: DeskPlayer; comments: readonly DraftComment[] }

/** A learner's video at the desk, with the remarks on its time line. */
export function DeskVideo({ file, player, comments }: Props) {
  const t = useCopy()
  // Each read signs the address anew; a video that plays keeps the one it began with.
  const [source] = useState(file.mp4 ?? file.url)
  const { ref, state, follow, toggle } = player
  return (
    <div className={styles.player}>
      <video
        ref={ref}
        className={styles.video}
        src={source ?? undefined}
        poster={file.preview ?? undefined}
        preload="auto"
        playsInline
        aria-label={file.name}
        onClick={toggle}
        onTimeUpdate={follow}
        onSeeked={follow}
        onDurationChange={follow}
        onPlay={follow}
        onPause={follow}
        onRateChange={follow}
        onError={follow}
      />
      {state.hasFailed ? (
        <Notice tone="danger">{t('desk.video.failed')}</Notice>
      ) : (
        <Controls player={player} comments={comments} />
      )}
    </div>
  )
}

function Controls({ player, comments }: Pick<Props, 'player' | 'comments'>) {
  const t = useCopy()
  const { state, toggle, seek, setSpeed, ref } = player
  const end = state.duration || 1
  return (
    <div className={styles.controls}>
      <IconButton
        icon={state.isPlaying ? 'pause' : 'play'}
        label={t(state.isPlaying ? 'desk.pause' : 'desk.play')}
        onClick={toggle}
      />
      <div className={styles.line}>
        <input
          type="range"
          aria-label={t('desk.position')}
          aria-valuetext={formatDuration(state.now * 1000)}
          min={0}
          max={end}
          step={0.01}
          value={Math.min(end, state.now)}
          onChange={event => seek(Number(event.target.value))}
        />
        {comments.map(({ key, seconds }) => (
          <span
            key={key}
            className={styles.mark}
            style={{ insetInlineStart: `${(seconds / end) * 100}%` }}
            aria-hidden
          />
        ))}
      </div>
      <span className={styles.time}>
        {formatDuration(state.now * 1000)} / {formatDuration(state.duration * 1000)}
      </span>
      <Picker
        label={t('desk.speed')}
        value={state.speed}
        options={speeds.map(rate => ({ id: rate, label: `${rate}×` }))}
        onChoose={rate => setSpeed(rate ?? 1)}
      />
      <IconButton
        icon="fullscreen"
        label={t('desk.fullscreen')}
        onClick={() => void ref.current?.requestFullscreen()}
      />
    </div>
  )
}
