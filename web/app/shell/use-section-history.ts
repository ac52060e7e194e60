import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#kit/ui/store.ts'
import type { Section } from '#web/platform/menu.ts'
import { emptyHistory, type SectionHistory, visited } from './section-history.ts'

const key = 'sections'

function stored(): SectionHistory {
  const text = sessionStorage.getItem(key)
  return text ? (JSON.parse(text) as SectionHistory) : emptyHistory
}

const store = createStore<SectionHistory>(stored())

/** Records the visit and returns where the learner has been in this tab. */
export function useSectionHistory(section: Section | undefined, address: string): SectionHistory {
  useEffect(() => {
    store.change(history => visited(history, section, address))
    sessionStorage.setItem(key, JSON.stringify(store.read()))
  }, [section, address])
  return useSyncExternalStore(store.subscribe, store.read)
}
