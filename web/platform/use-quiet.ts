import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** How long nothing must be under way for a screen to count as drawn, in ms. */
const settled = 1000

let wasEverQuiet = false

/**
 * Whether the visit's first screen was drawn and nothing else was to be done: time for what comes late, which later screens have at once.
 */
export function useIsQuiet(isReady = true): boolean {
  const [wasQuiet, setWasQuiet] = useState(wasEverQuiet)
  const isQuiet = useIsFetching() === 0 && isReady
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => {
      wasEverQuiet = true
      setWasQuiet(true)
    }, settled)
    return () => clearTimeout(timer)
  }, [isQuiet])
  return wasQuiet
}
