import type { ComponentType } from 'react'
import { type FeatureListening, type FeatureLive, type RoomKind, useListening } from './listen.ts'

/** A component that renders nothing and listens as a feature's `live.ts` declares. */
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

/** A component that renders nothing and listens as each of these features declares; rejects when one fails to load. */
export async function loadListeners(loads: readonly (() => Promise<{ live: FeatureLive }>)[]): Promise<ComponentType> {
  const listeners = (await Promise.all(loads.map(load => load()))).map(({ live }) => listenerOf(live))
  return function FeatureListeners() {
    return listeners.map((FeatureListener, index) => <FeatureListener key={index} />)
  }
}
