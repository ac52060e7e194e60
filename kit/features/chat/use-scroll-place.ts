import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './rows.ts'
import { clipped, grownDown, grownUp, openingRange, type ShownRange } from './shown-range.ts'

/** Nearer to an end than this many screens, more is drawn. */
const nearScreens = 1.5
/** Nearer to the newest than this, in px, counts as being there. */
const endSlack = 48

type Anchor = { key: string; top: number }
type Place = {
  rows: readonly Row[]
  hasOlder: boolean
  readMore: () => void
  /** The position to open at; the newest without one. */
  openAt: number | undefined
  /** Told of the last position that is in sight, when the page is. */
  onSight: (position: number) => void
}

const rowsIn = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-row]')]

/** The first of `elements`, which lie one below the other, that `fits`, by halving. */
function firstWhere(elements: readonly HTMLElement[], fits: (element: HTMLElement) => boolean): number {
  let [low, high] = [0, elements.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const element = elements[middle]
    if (element && fits(element)) high = middle
    else low = middle + 1
  }
  return low
}

/** The first row in sight and where its top stands, in px from the top of the list. */
function anchorIn(scroller: HTMLElement): Anchor | undefined {
  const elements = rowsIn(scroller)
  const { top } = scroller.getBoundingClientRect()
  const first = elements[firstWhere(elements, element => element.getBoundingClientRect().bottom > top + 1)]
  return first && { key: first.dataset['row'] ?? '', top: first.getBoundingClientRect().top - top }
}

function lastInSight(scroller: HTMLElement): number | undefined {
  const elements = rowsIn(scroller)
  const { bottom } = scroller.getBoundingClientRect()
  const next = firstWhere(elements, element => element.getBoundingClientRect().top + 24 > bottom)
  const position = elements[next - 1]?.dataset['position']
  return position === undefined ? undefined : Number(position)
}

function restore(scroller: HTMLElement, anchor: Anchor | undefined) {
  if (!anchor) return
  const element = rowsIn(scroller).find(one => one.dataset['row'] === anchor.key)
  if (!element) return
  const moved = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - anchor.top
  if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved
}

/** How far from the top of the list stands what the list was opened at, in px. */
const openingTop = 72

function openingAnchor(rows: readonly Row[], openAt: number | undefined): Anchor | undefined {
  const row = rows.find(one => one.position === openAt)
  return row && { key: row.key, top: openingTop }
}

const distanceToEnd = (scroller: HTMLElement) => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight

/**
 * The window of messages in the document and the place in it: the reader stays where they are whatever is added above or
 * below or changes its size, and at the newest when they were there (CHT-10).
 */
export function useScrollPlace(scroller: RefObject<HTMLElement | null>, place: Place) {
  const { rows, hasOlder, openAt } = place
  const low = rows[0]?.position ?? 1
  const last = rows.at(-1)?.position ?? 0
  const [range, setRange] = useState<ShownRange>(() => openingRange(last, openAt))
  const [isAtEnd, setAtEnd] = useState(openAt === undefined)
  const anchor = useRef<Anchor | undefined>(openingAnchor(rows, openAt))
  const shown = clipped(isAtEnd ? { ...range, to: Number.POSITIVE_INFINITY } : range, low, last)
  const now = useRef({ ...place, low, last, shown, isAtEnd })
  now.current = { ...place, low, last, shown, isAtEnd }

  const keepPlace = useCallback(() => {
    const list = scroller.current
    if (!list) return
    if (now.current.isAtEnd) list.scrollTop = list.scrollHeight
    else restore(list, anchor.current)
  }, [scroller])

  const look = useCallback(() => {
    const list = scroller.current
    if (!list) return
    anchor.current = anchorIn(list)
    const atEnd = distanceToEnd(list) < endSlack && now.current.shown.to >= now.current.last
    if (atEnd !== now.current.isAtEnd) {
      setAtEnd(atEnd)
      setRange(now.current.shown)
    }
    const position = lastInSight(list)
    if (position !== undefined && document.visibilityState === 'visible') now.current.onSight(position)
    const near = list.clientHeight * nearScreens
    if (list.scrollTop < near) {
      if (now.current.shown.from > now.current.low)
        setRange(grownUp(now.current.shown, now.current.low, now.current.last))
      else if (now.current.hasOlder) now.current.readMore()
    }
    if (distanceToEnd(list) < near && now.current.shown.to < now.current.last)
      setRange(grownDown(now.current.shown, now.current.last))
  }, [scroller])

  useLayoutEffect(keepPlace)
  useEffect(look, [look, shown.from, shown.to, hasOlder, rows.length])
  useEffect(() => {
    const list = scroller.current
    const content = list?.firstElementChild
    if (!list || !content) return
    const sizes = new ResizeObserver(keepPlace)
    sizes.observe(list)
    sizes.observe(content)
    document.addEventListener('visibilitychange', look)
    return () => {
      sizes.disconnect()
      document.removeEventListener('visibilitychange', look)
    }
  }, [scroller, keepPlace, look])

  const goToEnd = useCallback(() => {
    setRange(openingRange(now.current.last))
    setAtEnd(true)
  }, [])
  const goTo = useCallback((row: Row) => {
    anchor.current = { key: row.key, top: openingTop }
    setAtEnd(false)
    setRange({ from: row.position - 20, to: row.position + 60 })
  }, [])
  return { shown: rows.slice(shown.from - low, shown.to - low + 1), isAtEnd, look, goToEnd, goTo }
}
