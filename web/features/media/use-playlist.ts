import { useState } from 'react'
import type { PlayerItem } from './player-item.ts'

export interface Playlist {
  item: PlayerItem
  next: PlayerItem | undefined
  previous: PlayerItem | undefined
  go(item: PlayerItem): void
}

/** Where the learner is in the day's playlist. A changed `startKey` goes there; an entry that left the list is followed by its lesson's. */
export function usePlaylist(
  items: readonly [PlayerItem, ...PlayerItem[]],
  startKey: string | undefined,
  onItemChange: ((item: PlayerItem) => void) | undefined,
): Playlist {
  const [current, setCurrent] = useState({ key: startKey, startKey, lesson: 0 })
  if (current.startKey !== startKey) setCurrent({ ...current, key: startKey ?? current.key, startKey })
  const found = items.findIndex(item => item.key === current.key)
  const index = Math.max(0, found >= 0 ? found : items.findIndex(item => item.lessonSetLessonId === current.lesson))
  const item = items[index] ?? items[0]
  return {
    item,
    next: items[index + 1],
    previous: items[index - 1],
    go: other => {
      setCurrent({ key: other.key, startKey, lesson: other.lessonSetLessonId })
      if (other.key !== item.key) onItemChange?.(other)
    },
  }
}
