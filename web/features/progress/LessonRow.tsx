import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { classes } from '#kit/ui/classes.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/VisuallyHidden.tsx'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import { hasVideo, isWatched, type LessonPlace } from './day-content.ts'
import styles from './LessonList.module.css'

interface Props {
  place: LessonPlace
  statuses: StreamStatusRecord['lessons']
  isPlaying: boolean
  onPlay: ((lessonSetLessonId: number) => void) | undefined
}

/** One lesson of the day: plays it, or leads to its text; before the start it only tells what there will be. */
export function LessonRow({ place, statuses, isPlaying, onPlay }: Props) {
  const t = useCopy()
  const { lesson } = place
  const isVideo = hasVideo(lesson)
  const watched = isVideo && isWatched(place, statuses)
  const picture = lesson.imageUrl ?? lesson.localVideoFile?.preview ?? lesson.verticalVideo?.preview
  const content = (
    <>
      <span className={styles.thumb} aria-hidden>
        {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon name={isVideo ? 'play' : 'document'} />}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{lesson.title}</span>
        {lesson.subtitle && <span className={styles.subtitle}>{lesson.subtitle}</span>}
        {isPlaying && isVideo && <span className={styles.now}>{t('progress.lessons.playing')}</span>}
      </span>
      <span className={styles.end}>
        {watched && (
          <span className={styles.watched}>
            <Icon name="check" />
            <VisuallyHidden>{t('progress.lessons.watched')}</VisuallyHidden>
          </span>
        )}
        {isVideo && lesson.delay > 0 ? formatDuration(lesson.delay) : !isVideo && t('progress.lessons.read')}
      </span>
    </>
  )
  const row = classes(styles.row, isPlaying && isVideo && styles.playing)
  if (!onPlay) return <li className={row}>{content}</li>
  return (
    <li>
      {isVideo ? (
        <button
          type="button"
          className={row}
          aria-current={isPlaying ? 'true' : undefined}
          onClick={() => onPlay(place.id)}
        >
          {content}
        </button>
      ) : (
        <a className={row} href={`#lesson-${place.id}`}>
          {content}
        </a>
      )}
    </li>
  )
}
