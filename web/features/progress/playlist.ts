import { useMemo, useState } from 'react'
import type { Video } from '#shared/features/media/forms.ts'
import {
  dayPlaylist,
  type PlaybackItem,
  type PlaybackPreferences,
  repeatCount,
} from '#shared/features/progress/playback.ts'
import type { DaySet } from './day-content.ts'

/** How many rounds the learner chose, by lesson set id. */
export type ChosenRepeats = ReadonlyMap<number, number>

const keyOf = (streamId: number) => `repeats.${streamId}`

/** Reads stored choices; anything but a positive whole number of rounds is dropped. */
export function parseRepeats(text: string | null): ChosenRepeats {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || !stored || Array.isArray(stored)) return new Map()
    const entries = Object.entries(stored).map(([setId, count]) => [Number(setId), Number(count)] as const)
    return new Map(entries.filter(([setId, count]) => Number.isInteger(setId) && Number.isInteger(count) && count > 0))
  } catch {
    return new Map()
  }
}

function loadRepeats(streamId: number): ChosenRepeats {
  try {
    return parseRepeats(localStorage.getItem(keyOf(streamId)))
  } catch {
    return new Map()
  }
}

function storeRepeats(streamId: number, repeats: ChosenRepeats): void {
  try {
    localStorage.setItem(keyOf(streamId), JSON.stringify(Object.fromEntries(repeats)))
  } catch {
    // Storage is blocked: the choice lasts until the page closes.
  }
}

/** The learner's rounds of each set, stored on the device for each stream. */
export function useRepeats(streamId: number) {
  const [chosen, setChosen] = useState(() => loadRepeats(streamId))
  const choose = (setId: number, count: number) => {
    const next = new Map([...chosen, [setId, count]])
    setChosen(next)
    storeRepeats(streamId, next)
  }
  return [chosen, choose] as const
}

/** The analysis once, then the exercise in every round; the player itself follows the device's orientation. */
const preferences: PlaybackPreferences = { videoType: 'default', orientation: 'horizontal' }

/** Everything the day plays, in order, with the learner's rounds. */
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
