import { useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { Course, Day } from '#shared/features/courses/forms.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { type ChosenRepeats, keepRepeats, loadRepeats } from './chosen-repeats.ts'
import { DayHomework } from './DayHomework.tsx'
import { DayPlayer } from './DayPlayer.tsx'
import { useDayMarks } from './data.ts'
import type { DaySet } from './day-content.ts'
import { FinishDay } from './FinishDay.tsx'
import { LessonList } from './LessonList.tsx'
import { LessonTexts } from './LessonTexts.tsx'
import { NextDay } from './NextDay.tsx'
import { StartDay } from './StartDay.tsx'
import { useIsPending } from './use-pending.ts'
import { usePlaylist } from './use-day-playlist.ts'

interface Props {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  day: Day
  state: DayStatus
  next: Day | undefined
  sets: readonly DaySet[]
}

/** The learner's rounds of each set, kept on the device for the stream. */
function useRepeats(streamId: number) {
  const [chosen, setChosen] = useState<ChosenRepeats>(() => loadRepeats(streamId))
  const choose = (setId: number, count: number) => {
    const next = new Map([...chosen, [setId, count]])
    setChosen(next)
    keepRepeats(streamId, next)
  }
  return [chosen, choose] as const
}

/** After the press the start button is gone, so what it opened takes the focus. */
function useFocusWhenStarted(isStarted: boolean) {
  const work = useRef<HTMLDivElement>(null)
  const wasStarted = useRef(isStarted)
  useEffect(() => {
    if (isStarted && !wasStarted.current) work.current?.focus()
    wasStarted.current = isStarted
  }, [isStarted])
  return work
}

/** An open day: before the start what it has, after it the player, the texts, the homework and the finish. */
export function DayWork({ stream, status, course, day, state, next, sets }: Props) {
  const t = useCopy()
  const [repeats, chooseRepeats] = useRepeats(stream.id)
  const [startKey, setStartKey] = useState<string>()
  const [playing, setPlaying] = useState<number>()
  const items = usePlaylist(sets, repeats, stream.lessonSetRepeat)
  const marks = useDayMarks(stream.id, course, day)
  const isPending = useIsPending()
  const isStarted = state.status !== 'none'
  const work = useFocusWhenStarted(isStarted)
  const list = (
    <LessonList
      sets={sets}
      statuses={status.lessons}
      repeats={repeats}
      streamRepeat={stream.lessonSetRepeat}
      onRepeats={chooseRepeats}
      playing={isStarted ? (playing ?? items[0]?.lessonSetLessonId) : undefined}
      onPlay={isStarted ? id => setStartKey(items.find(item => item.lessonSetLessonId === id)?.key) : undefined}
    />
  )
  if (!isStarted) {
    return (
      <>
        <StartDay
          lessons={sets.flatMap(({ places }) => places)}
          busy={marks.busy === 'started'}
          onStart={marks.start}
        />
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
          startKey={startKey}
          onPlaying={setPlaying}
        />
      </div>
      {list}
      <LessonTexts sets={sets} />
      <DayHomework day={day} status={status} />
      {isPending && (
        <Notice icon="wifi-off" live title={t('progress.waiting')}>
          {t('progress.waiting.text')}
        </Notice>
      )}
      <FinishDay day={day} isFinished={state.status === 'finished'} isLast={!next} marks={marks} />
      {next && state.status === 'finished' && (
        <NextDay streamId={stream.id} day={next} state={status.days.get(next.id)} />
      )}
    </>
  )
}
