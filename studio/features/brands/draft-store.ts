import { createStore } from '#kit/ui/store.ts'
import type { Changes } from './brand-draft.ts'

/** What was changed and not saved; outlives a visit to another section, not the page. */
export const draft = createStore<Changes>({})

/** Asks before the page is left with changes that are not saved. Returns what ends it. */
export function guardDraft(): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (Object.keys(draft.read()).length > 0) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}
