import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useState,
} from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { MessageBubble, PendingBubble } from './MessageBubble.tsx'
import styles from './MessageList.module.css'
import type { Row } from './rows.ts'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  label: string
  rows: readonly Row[]
  isLoadingOlder: boolean
  /** Shown above the first message: a failure, or the beginning of the conversation. */
  top: ReactNode
  onScroll: () => void
  onEnd: () => void
}

/** A region that scrolls must be reachable by keyboard; what arrives is announced elsewhere. */
const region = { role: 'log', 'aria-live': 'off', tabIndex: 0 } as const

/** The row next to the focused one; the last row if none is focused. */
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
  /** The row whose tools are shown. */
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

type RowProps = { row: Row; isActive: boolean }

function isSame(before: RowProps, after: RowProps): boolean {
  const [one, other] = [before.row, after.row] as unknown as [Record<string, unknown>, Record<string, unknown>]
  return before.isActive === after.isActive && Object.keys(other).every(name => one[name] === other[name])
}

/** One row of the conversation, with the date or the 'new messages' line above it; rendered only when it changes. */
const MessageRow = memo(function MessageRow({ row, isActive }: RowProps) {
  const t = useCopy()
  return (
    <div
      data-row={row.key}
      data-position={row.position}
      tabIndex={-1}
      className={styles.row}
      data-grouped={row.isGrouped || undefined}
    >
      {row.startsDay && (
        <p className={styles.day}>
          <time dateTime={row.startsDay}>{formatLocalDate(row.startsDay, t.language)}</time>
        </p>
      )}
      {row.isFirstUnread && <p className={styles.unread}>{t('chat.unread')}</p>}
      {row.type === 'message' ? <MessageBubble row={row} isActive={isActive} /> : <PendingBubble row={row} />}
    </div>
  )
}, isSame)
