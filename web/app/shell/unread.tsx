import { useIsFetching } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { features } from '../paths.ts'

/** What each feature listens to on whatever screen. */
const listeners = features
  .flatMap(({ live }) => live ?? [])
  .map(load =>
    lazy(async () => {
      const [{ listenerOf }, { live }] = await Promise.all([import('#kit/live/listener.tsx'), load()])
      return { default: listenerOf(live) }
    }),
  )

/** How long nothing must be under way for the screen to count as drawn, in ms. */
const settled = 1000

/** Listens to what features tell live, once the screen is drawn and nothing else is to be done. */
export function UnreadWatch({ isReady }: { isReady: boolean }) {
  const [isIdle, setIdle] = useState(false)
  const isQuiet = useIsFetching() === 0 && isReady
  useEffect(() => {
    if (!isQuiet) return
    const timer = setTimeout(() => setIdle(true), settled)
    return () => clearTimeout(timer)
  }, [isQuiet])
  if (!isIdle) return null
  return (
    <Suspense fallback={null}>
      {listeners.map((FeatureListener, index) => (
        <FeatureListener key={index} />
      ))}
    </Suspense>
  )
}
