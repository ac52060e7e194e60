import { type ComponentType, lazy, Suspense } from 'react'
import { type FeatureListening, type FeatureLive, type RoomKind, useListening } from './listen.ts'

/** A component that draws nothing and listens as the `live.ts` of a feature declares. */
function listenerOf(live: FeatureLive): ComponentType {
  const kinds = Object.keys(live) as RoomKind[]
  const listeners = kinds.map(kind => ({ kind, InRooms: listenerIn(kind, live[kind] as FeatureListening<RoomKind>) }))
  return function Listener() {
    return listeners.map(({ kind, InRooms }) => <InRooms key={kind} />)
  }
}

function listenerIn(kind: RoomKind, listening: FeatureListening<RoomKind>): ComponentType {
  const { useRooms } = listening
  return function RoomsListener() {
    useListening(kind, useRooms(), listening)
    return null
  }
}

/** Draws nothing: listens to what features are told, each from the `live.ts` that it loads. */
export function listenersOf(loads: readonly (() => Promise<{ live: FeatureLive }>)[]): ComponentType {
  const listeners = loads.map(load => lazy(async () => ({ default: listenerOf((await load()).live) })))
  return function FeatureListeners() {
    return (
      <Suspense fallback={null}>
        {listeners.map((FeatureListener, index) => (
          <FeatureListener key={index} />
        ))}
      </Suspense>
    )
  }
}
