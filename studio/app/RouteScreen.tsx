import { useEffect, useState } from 'react'
import type { Route } from './paths.ts'
import { Waiting } from './shell/Shell.tsx'

type Props = { route: Route; params?: Record<string, number> | undefined }

/** The screen of a route as soon as its chunk is here. React would show what stands in for a lazy component for 300 ms at least. */
export function RouteScreen({ route, params }: Props) {
  const [Screen, setScreen] = useState(() => route.arrived)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    if (Screen) return
    let isShown = true
    route.load().then(
      screen => isShown && setScreen(() => screen),
      (error: unknown) => isShown && setFailure(error),
    )
    return () => {
      isShown = false
    }
  }, [Screen, route])
  if (failure !== undefined) throw failure
  return Screen ? <Screen {...params} /> : <Waiting />
}
