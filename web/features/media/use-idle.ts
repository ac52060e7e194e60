import { useEffect, useRef, useState } from 'react'

const idleAfterMs = 3000

/** Whether nobody has touched the player for a while as it plays: then only the picture is shown. */
export function useIsIdle(frame: HTMLElement | null, isPlaying: boolean) {
  const [isIdle, setIsIdle] = useState(false)
  const stateAtTouch = useRef(false)
  useEffect(() => {
    if (!frame) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleIdle = () => {
      // A visible focus ring or an open panel must not vanish under the learner's hands.
      const isUsed = frame.querySelector(':focus-visible, :popover-open, input:active') !== null
      setIsIdle(isPlaying && !isUsed)
    }
    const handleActivity = (event?: Event) => {
      if (event?.type === 'pointerdown') stateAtTouch.current = frame.dataset.idle === 'true'
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(handleIdle, idleAfterMs)
    }
    handleActivity()
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of events) frame.addEventListener(event, handleActivity)
    return () => {
      clearTimeout(timer)
      for (const event of events) frame.removeEventListener(event, handleActivity)
    }
  }, [frame, isPlaying])
  return {
    isIdle: isIdle && isPlaying,
    /** Whether only the picture was shown when it was touched: then the touch only brings the controls. */
    wasIdle: () => stateAtTouch.current,
    rest: () => setIsIdle(true),
  }
}
