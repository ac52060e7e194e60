import { useEffect, useState } from 'react'

/**
 * The current time in ms and a function that rereads it. It is updated every `every` ms while the page is visible and
 * when it becomes visible; without `every` it stays fixed.
 */
export function useClock(every: number | undefined): readonly [now: number, readAgain: () => void] {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (every === undefined) return
    const read = () => document.visibilityState === 'visible' && setNow(Date.now())
    const timer = setInterval(read, every)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [every])
  return [now, () => setNow(Date.now())]
}

/** The current time in ms, updated every `every` ms while the page is visible. */
export const useNow = (every: number): number => useClock(every)[0]
