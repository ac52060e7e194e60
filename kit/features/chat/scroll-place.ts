import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './messages/rows.ts'
import { clipped, openingRange, PlaceKeeper, type View } from './place-keeper.ts'

type Place = Pick<View, 'hasOlder' | 'readMore' | 'onSight'> & {
  rows: readonly Row[]
  /** The position to open at; without one, the end. */
  openAt: number | undefined
}

function keeperAt(row: Row | undefined): PlaceKeeper {
  const keeper = new PlaceKeeper()
  if (row) keeper.leadTo(row)
  return keeper
}

/** The range of messages in the document, and the scroll position in it. */
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
  // After the paint, so that loading more does not delay what is visible.
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

type Props = {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  hasOlder: boolean
  readMore: () => Promise<void>
  goTo: (row: Row) => void
}

/** How many frames a message may take to be drawn after jumping to it. */
const patience = 30

const holds = (row: Row, fileId: number) => row.type === 'message' && row.message.files.some(file => file.id === fileId)

const nextFrame = () => new Promise(done => requestAnimationFrame(done))

/** Plays a message's video from a position (ms); false while it is not in the document. */
function play(list: HTMLElement, fileId: number, at: number): boolean {
  const place = list.querySelector<HTMLElement>(`[data-file="${fileId}"]`)
  const video = place?.querySelector('video')
  if (!place || !video) return false
  video.currentTime = at / 1000
  place.scrollIntoView({ block: 'center' })
  video.focus({ preventScroll: true })
  // A browser that refuses to autoplay still shows the frame.
  void video.play().catch(() => {})
  return true
}

/** Jumps from a timed comment to its video, loading older messages until it is found, and plays it from there (ms). */
export function useMoment(props: Props) {
  const now = useRef(props)
  now.current = props
  return async (fileId: number, at: number) => {
    const find = () => now.current.rows.find(row => holds(row, fileId))
    while (!find() && now.current.hasOlder) {
      const before = now.current.rows.length
      await now.current.readMore()
      await nextFrame()
      if (now.current.rows.length === before) return
    }
    const row = find()
    if (!row) return
    now.current.goTo(row)
    for (let frame = 0; frame < patience; frame += 1) {
      await nextFrame()
      if (now.current.list.current && play(now.current.list.current, fileId, at)) return
    }
  }
}
