import { type ComponentType, useEffect, useState } from 'react'
import type { FeatureLive } from '#kit/live/listen.ts'

type Props = { loads: readonly (() => Promise<{ live: FeatureLive }>)[] }

/** Renders nothing: runs the features' live listeners; those that failed to load are retried once online. */
export function LiveListeners({ loads }: Props) {
  const [Listeners, setListeners] = useState<ComponentType>()
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const listeners = await (await import('#kit/live/listener.tsx')).loadListeners(loads)
      if (!isGone) setListeners(() => listeners)
    }
    const attempt = () => void load().catch(() => addEventListener('online', attempt, { once: true }))
    attempt()
    return () => {
      isGone = true
      removeEventListener('online', attempt)
    }
  }, [loads])
  return Listeners ? <Listeners /> : null
}
