import type { Row } from './messages/rows.ts'

/** Within this many screens of an end, more rows are drawn. */
const nearScreens = 1.5
/** Within this many px of the end counts as being at the end. */
const endSlack = 48
/** How far below the top of the list a message appears after jumping to it, in px. */
const openingTop = 72
/** How much of a message must be visible to count as seen, in px. */
const seenPart = 24

/**
 * A row and the position of one of its edges, in px from the top of the list. While reading it is the lower edge: the row
 * may lose its date line when the page before it arrives.
 */
type Anchor = { key: string; edge: 'top' | 'bottom'; at: number }

export type View = {
  /** The positions of all rows there are. */
  low: number
  last: number
  /** Those in the document. */
  shown: ShownRange
  isAtEnd: boolean
  hasOlder: boolean
  readMore: () => void
  onSight: (position: number) => void
  onRange: (range: ShownRange) => void
  onEnd: (isAtEnd: boolean) => void
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]
const distanceToEnd = (list: HTMLElement) => list.scrollHeight - list.scrollTop - list.clientHeight

/** Binary search for the first of `elements`, ordered from top to bottom, that `fits`. */
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

function anchorIn(list: HTMLElement): Anchor | undefined {
  const elements = rowsIn(list)
  const { top } = list.getBoundingClientRect()
  const first = elements[firstWhere(elements, element => element.getBoundingClientRect().bottom > top + 1)]
  return first && { key: first.dataset['row'] ?? '', edge: 'bottom', at: first.getBoundingClientRect().bottom - top }
}

function lastInSight(list: HTMLElement): number | undefined {
  const elements = rowsIn(list)
  const { bottom } = list.getBoundingClientRect()
  const next = firstWhere(elements, element => element.getBoundingClientRect().top + seenPart > bottom)
  const position = elements[next - 1]?.dataset['position']
  return position === undefined ? undefined : Number(position)
}

/**
 * Keeps the reader's place in a list of messages: at the newest while they are there, otherwise the first visible row
 * in its position, whatever is added above or below or changes size.
 */
export class PlaceKeeper {
  #list: HTMLElement | null = null
  #view: View | undefined
  #anchor: Anchor | undefined
  /** How far the list was scrolled when it was last put at its end, in px. */
  #endTop = 0
  /** How far the list was scrolled, in px, when the anchor was last in its place; undefined before a jump. */
  #placedTop: number | undefined
  /** How far the list was scrolled, in px, when it was too short to put the anchor in its place. */
  #shortTop: number | undefined

  /** Keeps the place in this list until the returned function is called. */
  attach(list: HTMLElement): () => void {
    this.#list = list
    const sizes = new ResizeObserver(() => this.keep())
    sizes.observe(list)
    if (list.firstElementChild) sizes.observe(list.firstElementChild)
    document.addEventListener('visibilitychange', this.look)
    return () => {
      sizes.disconnect()
      document.removeEventListener('visibilitychange', this.look)
      this.#list = null
    }
  }

  /** Call after each render: scrolls the list so that the reader's place stays. */
  update(view: View): void {
    this.#view = view
    this.keep()
  }

  keep(): void {
    const list = this.#list
    if (!list || !this.#view) return
    if (!this.#view.isAtEnd) return this.#restore(list)
    list.scrollTop = list.scrollHeight
    this.#endTop = list.scrollTop
  }

  #restore(list: HTMLElement): void {
    const anchor = this.#anchor
    const element = anchor && rowsIn(list).find(one => one.dataset['row'] === anchor.key)
    if (!element) return
    anchor.at -= this.#scrolledSince(list)
    const moved = element.getBoundingClientRect()[anchor.edge] - list.getBoundingClientRect().top - anchor.at
    this.#shortTop = undefined
    const wanted = list.scrollTop + moved
    if (Math.abs(moved) >= 0.5) list.scrollTop = wanted
    this.#placedTop = list.scrollTop
    if (Math.abs(list.scrollTop - wanted) > 1) this.#shortTop = list.scrollTop
  }

  /** How far the reader has scrolled without the event having come yet, in px; at its end the list may only have become shorter. */
  #scrolledSince(list: HTMLElement): number {
    if (this.#placedTop === undefined || distanceToEnd(list) <= 1) return 0
    return list.scrollTop - this.#placedTop
  }

  /** Scrolls to this row at the next update. */
  leadTo({ key }: Pick<Row, 'key'>): void {
    this.#anchor = { key, edge: 'top', at: openingTop }
    this.#placedTop = undefined
  }

  /** Records where the reader is and requests more rows near either end. */
  readonly look = (): void => {
    const [list, view] = [this.#list, this.#view]
    if (!list || !view) return
    // Nobody scrolled: the list became shorter (a phone's keyboard) or got a message.
    if (view.isAtEnd && list.scrollTop >= this.#endTop) this.keep()
    // What is still to come above lets the anchor have its place again.
    if (list.scrollTop !== this.#shortTop) this.#anchor = anchorIn(list)
    this.#placedTop = list.scrollTop
    const { low, last, shown } = view
    const isAtEnd = distanceToEnd(list) < endSlack && shown.to >= last
    if (isAtEnd !== view.isAtEnd) {
      view.onRange(shown)
      view.onEnd(isAtEnd)
    }
    const position = lastInSight(list)
    if (position !== undefined && document.visibilityState === 'visible') view.onSight(position)
    const near = list.clientHeight * nearScreens
    if (distanceToEnd(list) < near && shown.to < last) view.onRange(grownDown(shown, last))
    else if (list.scrollTop < near && shown.from > low) view.onRange(grownUp(shown, low, last))
    else if (list.scrollTop < near && view.hasOlder) view.readMore()
  }
}

/** The messages in the document, by position; `to` is Infinity while the newest is followed. */
export type ShownRange = { from: number; to: number }

/** More than a screen shows, little enough to draw at once. */
const firstShown = 14
/** How many are added when an end comes near. */
export const rangeStep = 60
/** How many there are at most; the document holds no more message nodes than these. */
export const longestRange = 240

/** The first range: the newest messages, or those from shortly before `at`. */
export function openingRange(last: number, at?: number): ShownRange {
  if (at === undefined || last - at < firstShown) return { from: last - firstShown + 1, to: Number.POSITIVE_INFINITY }
  return { from: at - 4, to: at + firstShown }
}

/** A range limited to the positions `low` to `last` and to the longest length, counted from its end. */
export function clipped(range: ShownRange, low: number, last: number): ShownRange {
  const to = Math.min(range.to, last)
  return { from: Math.max(low, range.from, to - longestRange + 1), to }
}

/** Extends the range upwards, and drops rows at its end beyond the limit. */
export function grownUp(range: ShownRange, low: number, last: number): ShownRange {
  const from = Math.max(low, Math.min(range.from, last) - rangeStep)
  return last - from < longestRange && range.to >= last
    ? { from, to: range.to }
    : { from, to: Math.min(range.to, from + longestRange - 1) }
}

/** Extends the range downwards, and drops rows at its start beyond the limit. */
export function grownDown(range: ShownRange, last: number): ShownRange {
  const to = range.to + rangeStep
  return to >= last
    ? { from: Math.max(range.from, last - longestRange + 1), to: Number.POSITIVE_INFINITY }
    : { from: Math.max(range.from, to - longestRange + 1), to }
}
