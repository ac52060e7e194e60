import { useCopy } from '#kit/copy/copy.tsx'
import { repeatCount } from '#shared/features/progress/playback.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import type { ChosenRepeats } from './chosen-repeats.ts'
import type { DaySet } from './day-content.ts'
import styles from './LessonList.module.css'
import { LessonRow } from './LessonRow.tsx'
import { Rounds } from './Rounds.tsx'

interface Props {
  sets: readonly DaySet[]
  statuses: StreamStatusRecord['lessons']
  repeats: ChosenRepeats
  streamRepeat: number | undefined
  onRepeats: (setId: number, count: number) => void
  /** The place of the lesson in the player. */
  playing: number | undefined
  /** Takes a lesson into the player; absent before the day is started. */
  onPlay: ((lessonSetLessonId: number) => void) | undefined
}

/** The lessons of a day by set, with what was watched and how often each set is played. */
export function LessonList({ sets, statuses, repeats, streamRepeat, onRepeats, playing, onPlay }: Props) {
  const t = useCopy()
  if (sets.length === 0) return null
  return (
    <section aria-labelledby="lessons" className={styles.lessons}>
      <h2 id="lessons">{t('progress.lessons')}</h2>
      {sets.map(({ set, places }, index) => (
        <div key={set.id} className={styles.set}>
          {(sets.length > 1 || set.userRepeat || set.repeatCount > 1) && (
            <div className={styles.header}>
              {sets.length > 1 && <h3>{t('progress.lessons.set', { number: index + 1 })}</h3>}
              <Rounds
                number={index + 1}
                count={repeatCount(set, repeats.get(set.id), streamRepeat)}
                range={set.userRepeat}
                onChange={count => onRepeats(set.id, count)}
              />
            </div>
          )}
          <ol className={styles.list}>
            {places.map(place => (
              <LessonRow
                key={place.id}
                place={place}
                statuses={statuses}
                isPlaying={place.id === playing}
                onPlay={onPlay}
              />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
