import { useCallback, useEffect, useRef, useState } from 'react'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { refreshReviews } from './data.ts'

/** Whether this expert holds the submission: being asked, held, refused for a reason, or nobody could be asked. */
export type Claim = { kind: 'asking' } | { kind: 'held' } | { kind: 'refused'; code: string } | { kind: 'unreachable' }

/** How often the server hears that the expert is still at it, in ms. */
const signOfLife = 60_000
/** After how long without a key, a press or a playing video the expert counts as gone, in ms. */
const patience = 300_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'timeupdate'] as const

/** Takes a submission while it is open, tells that one is still at it, and gives it back on leaving. */
export function useClaim(id: number, isOpen: boolean) {
  const [claim, setClaim] = useState<Claim>({ kind: 'asking' })
  const isHeld = useRef(false)
  const take = useCallback(
    () =>
      ask(id).then(answer => {
        isHeld.current = answer.kind === 'held' || (answer.kind === 'unreachable' && isHeld.current)
        setClaim(before => (answer.kind === 'unreachable' && before.kind === 'held' ? before : answer))
        void refreshReviews()
      }),
    [id],
  )
  useEffect(() => {
    if (!isOpen) return
    void take()
    const stop = whileActive(() => void take())
    const leave = () => {
      if (!isHeld.current) return
      isHeld.current = false
      void request('POST /studio/reviews/:id/release', { params: { id }, outlivesPage: true })
        .then(refreshReviews)
        .catch(() => {})
    }
    addEventListener('pagehide', leave)
    return () => {
      stop()
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [id, isOpen, take])
  return {
    claim,
    take,
    /** The submission was answered: there is nothing to give back. */
    settle() {
      isHeld.current = false
    },
  }
}

async function ask(id: number): Promise<Claim> {
  try {
    await request('POST /studio/reviews/:id/claim', { params: { id } })
    return { kind: 'held' }
  } catch (error) {
    if (isPassing(error)) return { kind: 'unreachable' }
    return { kind: 'refused', code: error instanceof RequestError ? error.code : '' }
  }
}

/** Calls `tell` every minute while somebody is at work in this tab. Returns the way to stop. */
function whileActive(tell: () => void): () => void {
  let last = Date.now()
  const note = () => {
    last = Date.now()
  }
  for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true })
  const timer = setInterval(() => Date.now() - last < patience && tell(), signOfLife)
  return () => {
    clearInterval(timer)
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
  }
}
