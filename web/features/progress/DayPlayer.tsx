import { useState } from 'react'
import type { Day } from '#shared/features/courses/forms.ts'
import type { Video } from '#shared/features/media/forms.ts'
import { nextMilestones, type PlaybackItem } from '#shared/features/progress/playback.ts'
import { shouldSendStatistic } from '#shared/features/progress/playback.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { track } from '#web/platform/analytics.ts'
import { site } from '#kit/features/brands/site.ts'
import { Player, type WatchedReport } from '#web/features/media/Player.tsx'
import { useStatistics } from './data.ts'
import type { DaySet } from './day-content.ts'

interface Props {
  stream: UserStream
  day: Day
  dayStatus: DayStatus['status']
  lessonStatuses: StreamStatusRecord['lessons']
  sets: readonly DaySet[]
  items: readonly PlaybackItem<Video>[]
  startKey: string | undefined
  onPlaying: (lessonSetLessonId: number) => void
}

const rules = { shouldSendStatistic, nextMilestones }

function timingOfBrand() {
  const { saveTimeout, minViewed, minViewedEnded } = site().config.statistic
  return { saveTimeoutMs: saveTimeout, minViewedMs: minViewed, minViewedEndedMs: minViewedEnded }
}

/** The day's videos, from where the learner stopped; what is watched is reported. */
export function DayPlayer({ stream, day, dayStatus, lessonStatuses, sets, items, startKey, onPlaying }: Props) {
  const report = useStatistics(stream.id, dayStatus)
  // Where the learner stopped before this visit; from now on the player itself remembers.
  const [resume] = useState(() => new Map([...lessonStatuses].map(([id, status]) => [id, status.positionSeconds])))
  const lessons = new Map(sets.flatMap(({ places }) => places.map(({ lesson }) => [lesson.id, lesson] as const)))
  const handleWatched = ({ lessonSetLessonId, viewedMs, playCount, positionSeconds }: WatchedReport) =>
    report({
      dayId: day.id,
      lessonSetLessonId,
      viewed: Math.floor(viewedMs / 1000),
      playCount,
      position: positionSeconds,
    })
  return (
    <Player
      items={items}
      startKey={startKey}
      resume={resume}
      lessonOf={item => lessons.get(item.lessonId)}
      isDayEnded={dayStatus === 'finished'}
      timing={timingOfBrand()}
      rules={rules}
      onWatched={handleWatched}
      onItemChange={item => onPlaying(item.lessonSetLessonId)}
      onMilestone={(name, item, percent) =>
        track({ name, percent, lessonId: item.lessonId, dayId: day.id, streamId: stream.id })
      }
    />
  )
}
