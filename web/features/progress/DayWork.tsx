import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useOutbox } from '#kit/outbox/outbox.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Course, Day } from '#shared/features/courses/forms.ts'
import type { Video } from '#shared/features/media/forms.ts'
import type { PlaybackItem } from '#shared/features/progress/playback.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { person, track } from '#web/platform/analytics.ts'
import { useOnline } from '#kit/request/online.ts'
import { useDayActions, useStatistics } from './data.ts'
import type { DaySet } from './day-content.ts'
import { DayHomework, FinishDay, NextDay } from './FinishDay.tsx'
import { LessonList, LessonTexts } from './LessonList.tsx'
import type { WatchedReport } from './player/lesson-player.ts'
import { LessonPlayer } from './player/LessonPlayer.tsx'
import { StartDay } from './StartDay.tsx'
import { usePlaylist, useRepeats } from './playlist.ts'

interface PlayerProps {
  stream: UserStream
  day: Day
  dayStatus: DayStatus['status']
  lessonStatuses: StreamStatusRecord['lessons']
  sets: readonly DaySet[]
  items: readonly PlaybackItem<Video>[]
  start: { key: string } | undefined
  onPlaying: (lessonSetLessonId: number) => void
}

function timingOfBrand() {
  const { saveTimeout, minViewed, minViewedEnded } = site().config.statistic
  return { saveTimeoutMs: saveTimeout, minViewedMs: minViewed, minViewedEndedMs: minViewedEnded }
}

/** Plays the day's videos from where the learner stopped and reports what is watched. */
function DayPlayer({ stream, day, dayStatus, lessonStatuses, sets, items, start, onPlaying }: PlayerProps) {
  const report = useStatistics()
  // Read once: during this visit the player itself keeps the positions.
  const [resume] = useState(() => new Map([...lessonStatuses].map(([id, status]) => [id, status.positionSeconds])))
  const lessons = new Map(sets.flatMap(({ places }) => places.map(({ lesson }) => [lesson.id, lesson] as const)))
  const handleWatched = ({ lessonSetLessonId, viewedMs, playCount, positionSeconds }: WatchedReport) =>
    report({
      dayId: day.id,
      streamId: stream.id,
      lessonId: lessonSetLessonId,
      viewedSeconds: Math.floor(viewedMs / 1000),
      playCount,
      dayStatus,
      dayStatusId: day.dayStatusId,
      positionSeconds,
    })
  return (
    <LessonPlayer
      items={items}
      start={start}
      resume={resume}
      lessonOf={item => lessons.get(item.lessonId)}
      isDayEnded={dayStatus === 'finished'}
      isActing={person.read()?.isActing ?? false}
      timing={timingOfBrand()}
      onWatched={handleWatched}
      onItemChange={item => onPlaying(item.lessonSetLessonId)}
      onMilestone={(name, item, percent) =>
        track({ name, percent, lessonId: item.lessonId, dayId: day.id, streamId: stream.id })
      }
    />
  )
}

/** The start button is gone once the day is started, so the focus moves to what replaced it. */
function useFocusWhenStarted(isStarted: boolean) {
  const work = useRef<HTMLDivElement>(null)
  const wasStarted = useRef(isStarted)
  useEffect(() => {
    if (isStarted && !wasStarted.current) work.current?.focus()
    wasStarted.current = isStarted
  }, [isStarted])
  return work
}

interface Props {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  day: Day
  state: DayStatus
  next: Day | undefined
  sets: readonly DaySet[]
}

/** An open day: a list of its lessons before it is started; then the player, texts, homework and the finish button. */
export function DayWork({ stream, status, course, day, state, next, sets }: Props) {
  const t = useCopy()
  const [repeats, chooseRepeats] = useRepeats(stream.id)
  const [start, setStart] = useState<{ key: string }>()
  const [playing, setPlaying] = useState<number>()
  const items = usePlaylist(sets, repeats, stream.lessonSetRepeat)
  const actions = useDayActions(stream.id, course, day)
  const isOnline = useOnline()
  const { waiting } = useOutbox()
  const isStarted = state.status !== 'none'
  const work = useFocusWhenStarted(isStarted)
  const handlePlay = (lessonSetLessonId: number) => {
    const item = items.find(one => one.lessonSetLessonId === lessonSetLessonId)
    if (!item) return
    setStart({ key: item.key })
    // On a phone the list is below the player, which may be out of sight.
    if (work.current && work.current.getBoundingClientRect().top < 0) work.current.scrollIntoView({ block: 'start' })
  }
  const list = (
    <LessonList
      sets={sets}
      statuses={status.lessons}
      repeats={repeats}
      streamRepeat={stream.lessonSetRepeat}
      onRepeats={chooseRepeats}
      playing={isStarted ? (playing ?? items[0]?.lessonSetLessonId) : undefined}
      onPlay={isStarted ? handlePlay : undefined}
    />
  )
  if (!isStarted) {
    return (
      <>
        <StartDay streamId={stream.id} day={day} lessons={sets.flatMap(({ places }) => places)} actions={actions} />
        {list}
      </>
    )
  }
  return (
    <>
      <div ref={work} tabIndex={-1} aria-label={t('progress.started')} role="group" style={{ outline: 'none' }}>
        <DayPlayer
          stream={stream}
          day={day}
          dayStatus={state.status}
          lessonStatuses={status.lessons}
          sets={sets}
          items={items}
          start={start}
          onPlaying={setPlaying}
        />
      </div>
      {list}
      <LessonTexts sets={sets} />
      <DayHomework day={day} stream={stream} status={status} />
      {!isOnline && waiting > 0 && (
        <Notice icon="wifi-off" live title={t('progress.waiting')}>
          {t('progress.waiting.text')}
        </Notice>
      )}
      <FinishDay day={day} isFinished={state.status === 'finished'} isLast={!next} actions={actions} />
      {next && state.status === 'finished' && (
        <NextDay streamId={stream.id} day={next} state={status.days.get(next.id)} />
      )}
    </>
  )
}
