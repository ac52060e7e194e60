import { settings } from '#kit/request/connection.ts'
import { keptPlaces, late, storageKey } from '#web/platform/late-places.ts'

/** So many places are remembered, the latest first. */
const mostPlaces = 60

/** A late part says whether it shows something in a place, so that the next visit keeps room for it; after signing out nothing is kept any more. */
export function keepPlace(word: string, isFilled: boolean): void {
  late.isReady = true
  if (settings.token === null) return
  const others = keptPlaces().filter(kept => kept && kept !== word)
  localStorage.setItem(storageKey, (isFilled ? [word, ...others] : others).slice(0, mostPlaces).join('\n'))
}
