import type { ComponentType } from 'react'
import type { Read } from '#kit/request/early-reads.ts'
import { componentOf, type Part } from '#kit/shell/part.ts'
import type { AddressName } from '#web/platform/addresses.ts'
import { addCopy } from '#web/platform/copy.ts'
import type { Feature, Screen } from '#web/platform/feature.ts'
import { isOnHere } from '#web/platform/school.ts'
import { loadChunk } from './chunks.ts'
import * as registry from './features.ts'

type Params = Record<string, number>
export type AnyScreen = ComponentType<Params>

/** A route without the link between its name and its parameters: a place's parameters come from its own pattern. */
type Route = Omit<Screen<never>, 'screen' | 'data'> & {
  screen: () => Promise<Part<Params>>
  data?: (params: Params) => Read[]
}

/** Every feature, in the order of the registry. */
export const features: readonly Feature[] = Object.values(registry)

/** The features that the school has. */
export const featuresOn = (): Feature[] => features.filter(({ isOn }) => isOnHere(isOn))

/** The routes by name. */
export const routes = Object.assign({}, ...features.map(({ screens }) => screens)) as Record<AddressName, Route>

const started = new Map<Route['screen'], Promise<AnyScreen>>()
const arrived = new WeakMap<Promise<AnyScreen>, AnyScreen>()
const failed = new Set<Route['screen']>()

/** Starts loading a screen's chunk and its texts, once; a failure lasts until `forgetFailures`. */
export function loadScreen(name: AddressName): Promise<AnyScreen> {
  const { screen, copy = 'home' } = routes[name]
  const known = started.get(screen)
  if (known) return known
  // Everything behind sign-in waits for these anyway.
  const isThere = copy === 'first' || copy === 'home'
  const loading = loadChunk(name, async () => componentOf((await Promise.all([screen(), isThere || addCopy(copy)]))[0]))
  started.set(screen, loading)
  loading.then(
    found => arrived.set(loading, found),
    () => failed.add(screen),
  )
  return loading
}

/** The screen that a promise has brought already. */
export const arrivedScreen = (loading: Promise<AnyScreen>): AnyScreen | undefined => arrived.get(loading)

/** Lets screens that failed to load be requested again. */
export function forgetFailures(): void {
  for (const screen of failed) started.delete(screen)
  failed.clear()
}
