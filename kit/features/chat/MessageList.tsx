import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useState } from 'react'
import { Spinner } from '#kit/ui/Spinner.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './MessageList.module.css'
import type { Row } from './rows.ts'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  label: string
  rows: readonly Row[]
  isLoadingOlder: boolean
  /** Stands above the first message: what failed, or where the conversation begins. */
  top: ReactNode
  onScroll: () => void
  onEnd: () => void
}

/** The line beside the focused one; from the list itself the last one. */
function neighbour(list: HTMLElement, step: number): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex(row => row.contains(document.activeElement))
  return at < 0 ? rows.at(-1) : rows[at + step]
}

/** The scrolling part: one stop for the keyboard, arrows lead from message to message, End to the newest. */
export function MessageList({ ref, label, rows, isLoadingOlder, top, onScroll, onEnd }: Props) {
  const [active, setActive] = useState<string>()
  const handleActive = useCallback((key: string | undefined) => setActive(key), [])
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLElement && event.target.closest('video, input, textarea')) return
    if (event.key === 'End') onEnd()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = neighbour(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1)
      next?.focus({ preventScroll: true })
      next?.scrollIntoView({ block: 'nearest' })
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={ref}
      role="log"
      aria-live="off"
      aria-label={label}
      tabIndex={0}
      className={styles.scroller}
      onScroll={onScroll}
      onKeyDown={handleKey}
      onPointerLeave={() => setActive(undefined)}
    >
      <div className={styles.content}>
        <div className={styles.top}>{isLoadingOlder ? <Spinner /> : top}</div>
        {rows.map(row => (
          <MessageRow key={row.key} row={row} isActive={row.key === active} onActive={handleActive} />
        ))}
      </div>
    </div>
  )
}
