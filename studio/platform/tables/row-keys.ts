import { type RefObject, useRef } from 'react'
import { useShortcuts } from '../shortcuts.ts'

/**
 * Keys of the rows of a screen, which stand in what has this `ref`: arrows move the focus from one’s link to the next, the down
 * arrow also from the search field, and X chooses.
 */
export function useRowKeys<Rows extends HTMLElement>(): RefObject<Rows | null> {
  const list = useRef<Rows>(null)
  const rows = () => [...(list.current?.children ?? [])]
  const current = () => rows().findIndex(row => row.contains(document.activeElement))
  const move = (by: 1 | -1) => {
    const at = current()
    const last = rows().length - 1
    rows()[at === -1 ? 0 : Math.min(Math.max(at + by, 0), last)]?.querySelector('a')?.focus()
  }
  useShortcuts('shell.rows', [
    { keys: ['ArrowDown'], label: 'shell.rows.down', run: () => move(1), inFields: true },
    { keys: ['ArrowUp'], label: 'shell.rows.up', run: () => move(-1) },
    {
      keys: ['x'],
      label: 'shell.rows.choose',
      run: () => rows()[current()]?.querySelector<HTMLElement>('[type=checkbox]')?.click(),
    },
  ])
  return list
}
