import { useEffect, useEffectEvent, useState } from 'react'
import { savesData } from '#kit/request/data-saver.ts'
import type { PlaybackItem } from '#shared/features/progress/playback.ts'
import type { StreamStatusRecord } from '#shared/features/streams/forms.ts'
import { endPlayWish, isPlayWished } from '#web/features/streams/play-wish.ts'
import { type DaySet, isWatched } from './day-content.ts'

type Item = Pick<PlaybackItem<unknown>, 'key' | 'lessonSetLessonId'>

/** The entry where the learner goes on: the first of a lesson that is not watched, or the first of all. */
export function entryToGoOn<One extends Item>(
  items: readonly One[],
  sets: readonly DaySet[],
  statuses: StreamStatusRecord['lessons'],
): One | undefined {
  const places = sets.flatMap(set => set.places)
  const watched = new Set(places.filter(place => isWatched(place, statuses)).map(({ id }) => id))
  return items.find(({ lessonSetLessonId: id }) => !watched.has(id)) ?? items[0]
}

interface Day {
  streamId: number
  dayNumber: number
  sets: readonly DaySet[]
  items: readonly Item[]
  lessonStatuses: StreamStatusRecord['lessons']
  isStarted: boolean
  /** Starts the day and says whether it is; absent where more is asked for than a press. */
  startDay: (() => Promise<boolean>) | undefined
}

/**
 * Which lesson the player shows. One that is chosen plays at once, and so does the one to go on with where the press that led here asked
 * for it, unless the device saves data; either starts the day first.
 */
export function useLessonChoice(day: Day) {
  const { streamId, dayNumber, sets, items, lessonStatuses, isStarted, startDay } = day
  const [first] = useState(() => entryToGoOn(items, sets, lessonStatuses))
  const [start, setStart] = useState(() => first && { key: first.key, isPlayed: false })
  const begin = async (key: string | undefined, isPlayed: boolean) => {
    if (!isStarted && !(await startDay?.())) return
    if (key !== undefined) setStart({ key, isPlayed })
  }
  const grantWish = useEffectEvent(() => {
    if (!isPlayWished(streamId, dayNumber)) return
    endPlayWish()
    void begin(first?.key, !savesData())
  })
  useEffect(() => {
    const timer = setTimeout(() => grantWish())
    return () => clearTimeout(timer)
  }, [])
  return {
    start,
    first,
    play: (lessonSetLessonId: number) =>
      void begin(items.find(item => item.lessonSetLessonId === lessonSetLessonId)?.key, true),
  }
}
