import type { QueryClient } from '@tanstack/react-query'
import { createStore } from '#kit/ui/store.ts'

const place = 'synced'

/** When this device last had an answer from the school, in ms; undefined when it never had one in this session. */
export const lastSynced = createStore(Number(globalThis.localStorage?.getItem(place)) || undefined)

/** How often it is written down, in ms. */
const noted = 5000

/** Notes when the school answers, from now on, beginning with what has been answered already. */
export function followAnswers(client: QueryClient): void {
  const note = (at: number) => {
    if (at < (lastSynced.read() ?? 0) + noted) return
    lastSynced.change(() => at)
    localStorage.setItem(place, String(at))
  }
  const cache = client.getQueryCache()
  note(Math.max(0, ...cache.getAll().map(({ state }) => (navigator.onLine ? state.dataUpdatedAt : 0))))
  cache.subscribe(event => {
    // What the device itself has set is no answer.
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) note(Date.now())
  })
}
