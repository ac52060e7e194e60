import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LiveListeners } from '#kit/shell/LiveListeners.tsx'
import { features } from '../paths.ts'

const lives = features.flatMap(({ live }) => live ?? [])

/** How long nothing must be under way for the screen to count as drawn, in ms. */
const settled = 1000

/** Listens to what features are told live, once the screen is drawn and nothing else is to be done. */
export function IdleListeners({ isReady }: { isReady: boolean }) {
  const [isIdle, setIdle] = useState(false)
  const isQuiet = useIsFetching() === 0 && isReady
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => setIdle(true), settled)
    return () => clearTimeout(timer)
  }, [isQuiet])
  return isIdle ? <LiveListeners loads={lives} /> : null
}
