import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { onConnected, startLive } from '#kit/live/live.ts'
import { LiveListeners } from '#kit/shell/LiveListeners.tsx'
import { features } from '../paths.ts'

const lives = features.flatMap(({ live }) => live ?? [])

/** Draws nothing: listens to what features are told; signals that were missed are made up for on coming back. */
export function StudioLive({ onLogout }: { onLogout: () => void }) {
  useEffect(() => {
    startLive({ url: '', app: 'studio', onLogout })
    let isFirst = true
    return onConnected(() => {
      if (!isFirst) void queryClient.invalidateQueries()
      isFirst = false
    })
  }, [onLogout])
  return <LiveListeners loads={lives} />
}
