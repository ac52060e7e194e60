import type { ComponentType } from 'react'
import type { Read } from '#kit/request/early-reads.ts'
import type { AddressName } from '#web/platform/addresses.ts'
import { loadChunk } from './chunks.ts'
import { type Route, routes } from './paths.ts'

type Params = Record<string, number>
export type AnyScreen = ComponentType<Params>

/** A route without the tie between its name and its parameters: those of a place come from that route's own pattern. */
export type LooseRoute = Omit<Route<AddressName>, 'screen' | 'data'> & {
  screen: () => Promise<AnyScreen>
  data?: (params: Params) => Read[]
}

const started = new Map<LooseRoute['screen'], Promise<AnyScreen>>()
const failed = new Set<LooseRoute['screen']>()

export function routeAt(name: AddressName): LooseRoute {
  return routes[name] as LooseRoute
}

/** Starts loading a screen's chunk, once; a failure lasts until `forgetFailures`. */
export function loadScreen(name: AddressName): Promise<AnyScreen> {
  const { screen } = routeAt(name)
  const known = started.get(screen)
  if (known) return known
  const loading = loadChunk(name, screen)
  started.set(screen, loading)
  loading.catch(() => failed.add(screen))
  return loading
}

/** Lets the screens that failed to load be asked for again. */
export function forgetFailures(): void {
  for (const screen of failed) started.delete(screen)
  failed.clear()
}
