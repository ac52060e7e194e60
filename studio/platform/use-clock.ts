import { useEffect, useState } from 'react'

/** The present instant in ms, anew every `every` ms while the page is in sight. */
export function useClock(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
