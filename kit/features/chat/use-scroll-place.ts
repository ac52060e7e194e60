import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { PlaceKeeper, type View } from './place-keeper.ts'
import type { Row } from './rows.ts'
import { clipped, openingRange } from './shown-range.ts'

type Place = Pick<View, 'hasOlder' | 'readMore' | 'onSight'> & {
  rows: readonly Row[]
  /** The position to open at; the newest without one. */
  openAt: number | undefined
}

function keeperAt(row: Row | undefined): PlaceKeeper {
  const keeper = new PlaceKeeper()
  if (row) keeper.leadTo(row)
  return keeper
}

/** The window of messages in the document, and the place in it. */
export function useScrollPlace(list: RefObject<HTMLElement | null>, place: Place) {
  const { rows, openAt, hasOlder, readMore, onSight } = place
  const low = rows[0]?.position ?? 1
  const last = rows.at(-1)?.position ?? 0
  const [range, setRange] = useState(() => openingRange(last, openAt))
  const [isAtEnd, setAtEnd] = useState(openAt === undefined)
  const [keeper] = useState(() => keeperAt(rows.find(row => row.position === openAt)))
  const shown = clipped(isAtEnd ? { ...range, to: last } : range, low, last)
  useLayoutEffect(() => (list.current ? keeper.attach(list.current) : undefined), [list, keeper])
  const { from, to } = shown
  useLayoutEffect(() => {
    const view = { low, last, shown: { from, to }, isAtEnd, hasOlder, readMore, onSight }
    keeper.update({ ...view, onRange: setRange, onEnd: setAtEnd })
  }, [keeper, rows, low, last, from, to, isAtEnd, hasOlder, readMore, onSight])
  // After the paint: what is not in sight yet must not delay what is.
  useEffect(() => keeper.look(), [keeper, low, last, from, to, hasOlder])
  const goToEnd = () => {
    setRange(openingRange(last))
    setAtEnd(true)
  }
  const goTo = (row: Row) => {
    keeper.leadTo(row)
    setAtEnd(false)
    setRange({ from: row.position - 20, to: row.position + 60 })
  }
  return { shown: rows.slice(from - low, to - low + 1), isAtEnd, look: keeper.look, goToEnd, goTo }
}
