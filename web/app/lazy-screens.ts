import { type LazyExoticComponent, lazy } from 'react'
import type { AddressName } from '#web/platform/addresses.ts'
import { type AnyScreen, loadScreen } from './paths.ts'

const components = new WeakMap<Promise<AnyScreen>, LazyExoticComponent<AnyScreen>>()

/** The component of a route, shared by addresses of the same screen; a retry after a failure gets a new one. */
export function screenAt(name: AddressName): LazyExoticComponent<AnyScreen> {
  const loading = loadScreen(name)
  const known = components.get(loading)
  if (known) return known
  const component = lazy(async () => ({ default: await loading }))
  components.set(loading, component)
  return component
}
