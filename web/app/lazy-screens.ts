import { lazy } from 'react'
import type { AddressName } from '#web/platform/addresses.ts'
import { type AnyScreen, arrivedScreen, loadScreen } from './paths.ts'

// React shows what stands in for a lazy component for 300 ms at least: what is here already is drawn without it. Either
// way a component stays the same one, so that it keeps its state.

const components = new WeakMap<Promise<AnyScreen>, AnyScreen>()

/** The component of a route, shared by addresses of the same screen; a retry after a failure gets a new one. */
export function screenAt(name: AddressName): AnyScreen {
  const loading = loadScreen(name)
  const known = components.get(loading)
  if (known) return known
  const component = arrivedScreen(loading) ?? lazy(async () => ({ default: await loading }))
  components.set(loading, component)
  return component
}
