import { type MouseEvent, useRef, useState } from 'react'
import type { Playback } from './playback.ts'
import { skipSeconds } from './shortcuts.ts'

/** Two touches of one side within this time skip, in ms. */
const doubleTapMs = 300

type Side = 'back' | 'on'

/** Which side of the picture was touched; undefined for its middle third. `at` and `width` in the same unit. */
export function sideOf(at: number, width: number): Side | undefined {
  if (at < width / 3) return 'back'
  return at > (width * 2) / 3 ? 'on' : undefined
}

/** Where it was skipped last, and how often so far. */
export type Skipped = { side: Side; count: number }

type Tap = { at: number; side: Side | undefined; wasPaused: boolean }

interface Touched {
  playback: Playback
  isPaused: boolean
  /** Shows the controls, or hides them where the first touch found them shown. */
  onTouch: () => void
  toggleFullscreen: () => void
}

/**
 * What presses on the picture do. A mouse starts and stops, and twice it is full screen. A finger starts, or shows and hides the
 * controls; twice on a side it skips, each further touch again, and twice in the middle it is full screen.
 */
export function useTaps({ playback, isPaused, onTouch, toggleFullscreen }: Touched) {
  const last = useRef<Tap>(undefined)
  const [skipped, setSkipped] = useState<Skipped>()

  const repeat = (tap: Tap, side: Side | undefined) => {
    // What the first touch of the pair has started was not meant; the page may not know of it yet.
    if (tap.wasPaused) playback.pause()
    if (!side) return toggleFullscreen()
    playback.skip(side === 'on' ? skipSeconds : -skipSeconds)
    setSkipped(known => ({ side, count: (known?.count ?? 0) + 1 }))
  }
  const handleTouch = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    const side = sideOf(event.clientX - box.left, box.width)
    const tap = last.current
    const isRepeated = tap && event.timeStamp - tap.at < doubleTapMs && tap.side === side
    last.current = { at: event.timeStamp, side, wasPaused: isRepeated ? tap.wasPaused : isPaused }
    if (isRepeated) repeat(tap, side)
    else if (isPaused) playback.play()
    else onTouch()
  }
  return {
    /** The side that was skipped to last and how often, for the mark that flashes there. */
    skipped,
    onTap: (event: MouseEvent) => {
      if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch')
        return handleTouch(event)
      last.current = undefined
      playback.toggle()
    },
    /** The browser's own count, which is asked of a mouse alone: touches are counted above. */
    onDoubleTap: () => {
      if (!last.current) toggleFullscreen()
    },
  }
}
