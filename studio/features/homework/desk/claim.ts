import { useCallback, useEffect, useRef, useState } from 'react'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { refreshReviews, type ReviewDetail } from '../data.ts'

/** Whether this expert holds the submission: asking, held, refused with a code, or the server is unreachable. */
export type Claim = { kind: 'asking' } | { kind: 'held' } | { kind: 'refused'; code: string } | { kind: 'unreachable' }

/** How often the claim is renewed, in ms. */
const signOfLife = 60_000
/** After this long without a key press, a pointer move or a playing video the expert counts as away, in ms. */
const patience = 300_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'timeupdate'] as const

/**
 * Claims a submission while it is open, renews the claim during activity, and releases it on leaving. While a colleague holds
 * it, their claim is `others`; once that ends, the submission is claimed.
 */
export function useClaim(id: number, isOpen: boolean, others: ReviewDetail['review']['claim']) {
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
  useRetake(isOpen, others, take)
  return {
    claim,
    take,
    /** The submission was answered: there is no claim to release. */
    settle() {
      isHeld.current = false
    },
  }
}

/** Takes the submission once a colleague's claim has ended. */
function useRetake(isOpen: boolean, others: ReviewDetail['review']['claim'], take: () => Promise<void>) {
  const until = others?.is_own === false ? others.until : undefined
  const wasTaken = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    // The colleague gave it back, or stays away until their claim ends: nobody tells of that.
    if (until === undefined) {
      if (wasTaken.current) void take()
      wasTaken.current = false
      return
    }
    wasTaken.current = true
    const timer = setTimeout(() => void take(), Math.max(signOfLife, until * 1000 - Date.now() + 1000))
    return () => clearTimeout(timer)
  }, [until, isOpen, take])
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

/** Calls `tell` every minute while there is activity in this tab. Returns the function that stops it. */
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
