import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useState,
} from 'react'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import styles from './MessageList.module.css'
import { MessageRow } from './MessageRow.tsx'
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

/** A region that scrolls must be reachable by keyboard; what arrives is announced elsewhere. */
const region = { role: 'log', 'aria-live': 'off', tabIndex: 0 } as const

/** The line beside the focused one; from the list itself the last one. */
function neighbour(list: HTMLElement, step: number): HTMLElement | undefined {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex(row => row.contains(document.activeElement))
  return at < 0 ? rows.at(-1) : rows[at + step]
}

function rowOf({ target }: SyntheticEvent): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined
}

/** The scrolling part: one stop for the keyboard, arrows lead from message to message, End to the newest. */
export function MessageList({ ref, label, rows, isLoadingOlder, top, onScroll, onEnd }: Props) {
  /** The line whose tools are there. */
  const [active, setActive] = useState<string>()
  const handlePoint = (event: SyntheticEvent) => setActive(rowOf(event))
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
  const handlers = {
    onKeyDown: handleKey,
    onClick: handlePoint,
    onFocus: handlePoint,
    onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && handlePoint(event),
    onPointerLeave: () => setActive(undefined),
  }
  return (
    <div ref={ref} {...region} aria-label={label} className={styles.scroller} onScroll={onScroll} {...handlers}>
      <div className={styles.content}>
        <div className={styles.top}>{isLoadingOlder ? <Spinner /> : top}</div>
        {rows.map(row => (
          <MessageRow key={row.key} row={row} isActive={row.key === active} />
        ))}
      </div>
    </div>
  )
}
