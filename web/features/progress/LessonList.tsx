import { useCopy } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Slot } from '#kit/shell/Slot.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { repeatCount } from '#shared/features/progress/playback.ts'
import type { Course } from '#shared/features/courses/forms.ts'
import type { StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { CourseText } from '#kit/features/courses/CourseText.tsx'
import { linkAddress } from '#shared/features/courses/markdown/addresses.ts'
import { type DaySet, hasVideo, isWatched, type LessonPlace } from './day-content.ts'
import styles from './LessonList.module.css'
import type { ChosenRepeats } from './playlist.ts'

interface RoundsProps {
  /** The set's number in the day, from 1. */
  number: number
  count: number
  /** What the learner may choose from; without it the count cannot be changed. */
  range: { from: number; to: number } | undefined
  onChange: (count: number) => void
}

function Rounds({ number, count, range, onChange }: RoundsProps) {
  const t = useCopy()
  const words = t('progress.rounds.count', { count })
  if (!range || range.from >= range.to) return count > 1 ? <p className={styles.fixed}>{words}</p> : null
  return (
    <div role="group" aria-label={t('progress.rounds.of', { number })} className={styles.rounds}>
      <button
        type="button"
        aria-label={t('progress.rounds.less')}
        aria-disabled={count <= range.from}
        onClick={() => count > range.from && onChange(count - 1)}
      >
        −
      </button>
      <output className={styles.count}>{words}</output>
      <button
        type="button"
        aria-label={t('progress.rounds.more')}
        aria-disabled={count >= range.to}
        onClick={() => count < range.to && onChange(count + 1)}
      >
        +
      </button>
    </div>
  )
}

interface RowProps {
  place: LessonPlace
  statuses: StreamStatusRecord['lessons']
  isPlaying: boolean
  isStarted: boolean
  onPlay: ((lessonSetLessonId: number) => void) | undefined
  stream: UserStream
  course: Course
}

/** One lesson: a press plays it, or jumps to its text once the day is started and shows that. */
function LessonRow({ place, statuses, isPlaying, isStarted, onPlay, stream, course }: RowProps) {
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
  const download = isVideo && <Slot name="download" stream={stream} course={course} lesson={lesson} isSmall />
  if (!onPlay || (!isVideo && !isStarted))
    return (
      <li className={styles.item}>
        <div className={row}>{content}</div>
        {download}
      </li>
    )
  return (
    <li className={styles.item}>
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
      {download}
    </li>
  )
}

interface Props {
  sets: readonly DaySet[]
  statuses: StreamStatusRecord['lessons']
  repeats: ChosenRepeats
  streamRepeat: number | undefined
  onRepeats: (setId: number, count: number) => void
  /** Id of the lesson's place in its set that the player shows. */
  playing: number | undefined
  isStarted: boolean
  /** Plays a lesson, and starts the day before; absent where a press is not enough for that. */
  onPlay: ((lessonSetLessonId: number) => void) | undefined
  stream: UserStream
  course: Course
}

/** The day's lessons by set: what was watched, and how many rounds each set is played. */
export function LessonList(props: Props) {
  const { sets, statuses, repeats, streamRepeat, onRepeats, playing, isStarted, onPlay, stream, course } = props
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
                isStarted={isStarted}
                onPlay={onPlay}
                stream={stream}
                course={course}
              />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

type Link = { title: string; url: string }

/** The lesson's links and survey; links that are not http(s) are left out. */
function linksOf({ lesson, surveyFormUrl }: LessonPlace, surveyTitle: string): Link[] {
  const all = surveyFormUrl ? [...lesson.links, { title: surveyTitle, url: surveyFormUrl }] : lesson.links
  return all.flatMap(({ title, url }) => {
    const address = linkAddress(url)
    return address ? [{ title, url: address }] : []
  })
}

function LessonArticle({ place, links }: { place: LessonPlace; links: readonly Link[] }) {
  const t = useCopy()
  const { lesson } = place
  return (
    <Card as="article" className={styles.lesson} aria-labelledby={`lesson-${place.id}`}>
      <h3 id={`lesson-${place.id}`} tabIndex={-1}>
        {lesson.title}
      </h3>
      {lesson.text.trim() && <CourseText text={lesson.text} />}
      {links.length > 0 && (
        <section aria-label={t('progress.lessons.links')}>
          <h4 className={styles.heading}>{t('progress.lessons.links')}</h4>
          <ul className={styles.links}>
            {links.map(link => (
              <li key={link.url}>
                <a href={link.url} target="_blank" rel="noopener noreferrer">
                  <Icon name="globe" />
                  {link.title || link.url}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}

/** The day's texts and links; a lesson that is in several sets is shown once. */
export function LessonTexts({ sets }: { sets: readonly DaySet[] }) {
  const t = useCopy()
  const places = [...new Map(sets.flatMap(({ places }) => places).map(place => [place.lesson.id, place])).values()]
  const readable = places
    .map(place => ({ place, links: linksOf(place, t('progress.lessons.survey')) }))
    .filter(({ place, links }) => place.lesson.text.trim() || links.length > 0)
  return readable.map(({ place, links }) => <LessonArticle key={place.id} place={place} links={links} />)
}
