import { useMemo } from 'react'
import type { Video } from '#shared/features/media/forms.ts'
import {
  dayPlaylist,
  type PlaybackItem,
  type PlaybackPreferences,
  repeatCount,
} from '#shared/features/progress/playback.ts'
import type { ChosenRepeats } from './chosen-repeats.ts'
import type { DaySet } from './day-content.ts'

/** The analysis once, then the exercise each time; the player turns the picture as the device is held. */
const preferences: PlaybackPreferences = { videoType: 'default', orientation: 'horizontal' }

/** Everything the day plays, with the learner's rounds. */
export function usePlaylist(
  sets: readonly DaySet[],
  chosen: ChosenRepeats,
  streamRepeat: number | undefined,
): PlaybackItem<Video>[] {
  return useMemo(() => {
    const repeats = new Map(sets.map(({ set }) => [set.id, repeatCount(set, chosen.get(set.id), streamRepeat)]))
    const lessons = new Map(sets.flatMap(({ places }) => places.map(({ lesson }) => [lesson.id, lesson] as const)))
    return dayPlaylist({ lessonSets: sets.map(({ set }) => set) }, repeats, lessons, preferences)
  }, [sets, chosen, streamRepeat])
}
