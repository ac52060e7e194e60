import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { features } from '../paths.ts'

const FeatureListeners = lazy(async () => ({
  default: (await import('#kit/live/listener.tsx')).listenersOf(features.flatMap(({ live }) => live ?? [])),
}))

/** How long nothing must be under way for the screen to count as drawn, in ms. */
const settled = 1000

/** Listens to what features are told live, once the screen is drawn and nothing else is to be done. */
export function LiveListeners({ isReady }: { isReady: boolean }) {
  const [isIdle, setIdle] = useState(false)
  const isQuiet = useIsFetching() === 0 && isReady
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => setIdle(true), settled)
    return () => clearTimeout(timer)
  }, [isQuiet])
  return isIdle ? (
    <Suspense fallback={null}>
      <FeatureListeners />
    </Suspense>
  ) : null
}
