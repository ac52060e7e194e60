import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { LocalDate } from '#shared/platform/times.ts'
import { clockText } from './columns.ts'

/** Where something was dropped: at a minute of a day and, where columns are experts, at one of them. */
export type Drop = { date: LocalDate; minute: number; expertId: number | undefined }

/** How far a pointer moves before it drags, in px, and what the time is rounded to. */
const threshold = 6
const quarter = 15

/** The minute of the day to which something goes that began at `from` and was moved by so many px. */
export function droppedMinute(from: number, px: number, pxPerHour: number): number {
  const minute = Math.round((from + (px / pxPerHour) * 60) / quarter) * quarter
  return Math.min(24 * 60 - quarter, Math.max(0, minute))
}

function columnAt(grid: Element, x: number): HTMLElement | undefined {
  return [...grid.querySelectorAll<HTMLElement>('[data-column]')].find(column => {
    const { left, right } = column.getBoundingClientRect()
    return x >= left && x < right
  })
}

type Grip = { item: HTMLElement; grid: Element; from: number; pxPerHour: number; x: number; y: number }

/** Follows the pointer until it is let go, somewhere in the calendar or not, or Escape is pressed. */
function follow({ item, grid, from, pxPerHour, x, y }: Grip, onEnd: (drop?: Drop) => void) {
  const listening = new AbortController()
  let isDragging = false
  const minuteAt = (event: globalThis.PointerEvent) => droppedMinute(from, event.pageY - y, pxPerHour)
  const end = (drop?: Drop) => {
    listening.abort()
    item.style.translate = ''
    delete item.dataset['time']
    if (isDragging) onEnd(drop)
  }
  const move = (event: globalThis.PointerEvent) => {
    const [right, down] = [event.pageX - x, event.pageY - y]
    isDragging ||= Math.hypot(right, down) >= threshold
    if (!isDragging) return
    item.style.translate = `${right}px ${down}px`
    item.dataset['time'] = clockText(minuteAt(event))
  }
  const drop = (event: globalThis.PointerEvent) => {
    const { column: date, expert } = columnAt(grid, event.clientX)?.dataset ?? {}
    end(date === undefined ? undefined : { date, minute: minuteAt(event), expertId: Number(expert) || undefined })
  }
  const { signal } = listening
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', drop, { signal })
  addEventListener('pointercancel', () => end(), { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}

/** Lets an entry of the calendar be dragged by mouse or pen where the calendar is drawn on a scale; a finger scrolls. */
export function useDrag(from: number, isMovable: boolean, onDrop: (drop: Drop) => void) {
  const hasDragged = useRef(false)
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    const item = event.currentTarget
    const grid = item.closest('[data-grid]')
    const isDrawn = getComputedStyle(item).position === 'absolute'
    if (!isMovable || !grid || !isDrawn || event.button !== 0 || event.pointerType === 'touch') return
    const body = item.closest<HTMLElement>('[data-hours]')
    const pxPerHour = (body?.clientHeight ?? 0) / (Number(body?.dataset['hours']) || 1)
    if (pxPerHour <= 0) return
    // The press that ends it is over a moment after the pointer is let go.
    addEventListener('pointerup', () => setTimeout(() => (hasDragged.current = false)), { once: true })
    follow({ item, grid, from, pxPerHour, x: event.pageX, y: event.pageY }, drop => {
      hasDragged.current = true
      if (drop) onDrop(drop)
    })
  }
  /** Letting go is a press on the link, too. */
  const handleClick = (event: MouseEvent) => {
    if (!hasDragged.current) return
    hasDragged.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onPointerDown: handlePointerDown,
    onClickCapture: handleClick,
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
  }
}
