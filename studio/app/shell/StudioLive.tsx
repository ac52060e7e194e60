import { lazy, Suspense, useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { onConnected, startLive } from '#kit/live/live.ts'

/** What each feature listens to on whatever screen. */
const listeners = [
  () => import('#studio/features/chat/live.ts'),
  () => import('#studio/features/homework/live.ts'),
  () => import('#studio/features/consultations/live.ts'),
  () => import('#studio/features/support/live.ts'),
].map(load =>
  lazy(async () => {
    const [{ listenerOf }, { live }] = await Promise.all([import('#kit/live/listener.tsx'), load()])
    return { default: listenerOf(live) }
  }),
)

/** Draws nothing: listens to what features are told; hints that were missed are made up for on coming back. */
export function StudioLive({ onLogout }: { onLogout: () => void }) {
  useEffect(() => {
    startLive({ url: '', app: 'studio', onLogout })
    let isFirst = true
    return onConnected(() => {
      if (!isFirst) void queryClient.invalidateQueries()
      isFirst = false
    })
  }, [onLogout])
  return (
    <Suspense fallback={null}>
      {listeners.map((FeatureListener, index) => (
        <FeatureListener key={index} />
      ))}
    </Suspense>
  )
}
