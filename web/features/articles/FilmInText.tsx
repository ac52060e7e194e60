import { useMemo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { usePlayback } from '#kit/features/media/player/playback.ts'
import { Player } from '#kit/features/media/player/Player.tsx'
import { usePreferences } from '#kit/features/media/player/preferences.ts'
import type { VideoWire } from '#shared/features/media/contract.ts'
import { videoFromWire } from '#shared/features/media/forms.ts'
import styles from './Articles.module.css'

/** A film within a text, with what the author says of it; nothing of it is loaded before it is played. */
export function FilmInText({ film, words }: { film: VideoWire; words: string }) {
  const t = useCopy()
  const [preferences, changePreferences] = usePreferences()
  const video = useMemo(() => videoFromWire(film), [film])
  const { width = 16, height = 9, preview, subtitles, duration } = video
  const sourceKey = String(film.id)
  const playback = usePlayback({ key: sourceKey, addresses: video, duration })
  const title = words || t('articles.film')
  return (
    <figure className={styles.film} aria-label={title}>
      <Player
        playback={playback}
        title={title}
        poster={preview}
        subtitles={subtitles}
        sourceKey={sourceKey}
        orientation={height > width ? 'vertical' : 'horizontal'}
        preferences={preferences}
        onPreferences={changePreferences}
        onRate={rate => changePreferences({ rate })}
        next={undefined}
        previous={undefined}
      />
      {words && <figcaption className={styles.muted}>{words}</figcaption>}
    </figure>
  )
}
