import { type RefObject, useRef } from 'react'
import type { Row } from './rows.ts'

type Props = {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  hasOlder: boolean
  readMore: () => Promise<void>
  goTo: (row: Row) => void
}

/** How many frames a message that was led to may take to be drawn. */
const patience = 30

const holds = (row: Row, fileId: number) => row.type === 'message' && row.message.files.some(file => file.id === fileId)

const nextFrame = () => new Promise(done => requestAnimationFrame(done))

/** Plays the video of a message from a moment (ms); false while it is not in the document. */
function play(list: HTMLElement, fileId: number, at: number): boolean {
  const place = list.querySelector<HTMLElement>(`[data-file="${fileId}"]`)
  const video = place?.querySelector('video')
  if (!place || !video) return false
  video.currentTime = at / 1000
  place.scrollIntoView({ block: 'center' })
  video.focus({ preventScroll: true })
  // A browser that will not play unasked shows the moment.
  void video.play().catch(() => {})
  return true
}

/** Leads from a timed comment to its video, reading older messages until it is found, and plays it from there (ms). */
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
