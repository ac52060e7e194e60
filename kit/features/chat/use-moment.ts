import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Row } from './rows.ts'

type Wish = { fileId: number; at: number }
type Props = {
  list: RefObject<HTMLElement | null>
  rows: readonly Row[]
  /** Those in the document. */
  shown: readonly Row[]
  hasOlder: boolean
  readMore: () => Promise<void>
  goTo: (row: Row) => void
}

const holds = (row: Row, fileId: number) => row.type === 'message' && row.message.files.some(file => file.id === fileId)

/** Plays the video of a message from a moment; false while it is not in the document. */
function play(list: HTMLElement, { fileId, at }: Wish): boolean {
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

/** Leads from a timed comment to its video, reading older messages until it is found, and plays it from there. */
export function useMoment({ list, rows, shown, hasOlder, readMore, goTo }: Props) {
  const [wish, setWish] = useState<Wish>()
  const gone = useRef<Wish>(undefined)
  useEffect(() => {
    if (!wish || !list.current) return
    const row = rows.find(one => holds(one, wish.fileId))
    if (row && gone.current !== wish) {
      gone.current = wish
      goTo(row)
    }
    if (row ? play(list.current, wish) : !hasOlder) setWish(undefined)
    else if (!row) void readMore()
  }, [wish, rows, shown, hasOlder, readMore, goTo, list])
  return (fileId: number, at: number) => setWish({ fileId, at })
}
