import { type RefObject, useRef } from 'react'
import { useShortcuts } from '#studio/platform/shortcuts.ts'

/** The arrows move the focus from row to row of a list of links; from the search field too. */
export function useRowKeys(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null)
  const move = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = rows.findIndex(row => row === document.activeElement)
    rows.at(at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1))?.focus()
  }
  useShortcuts('people.title', [
    { keys: ['ArrowDown'], label: 'people.key.down', run: () => move(1), inFields: true },
    { keys: ['ArrowUp'], label: 'people.key.up', run: () => move(-1) },
  ])
  return list
}
