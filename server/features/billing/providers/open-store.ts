import { Value } from 'typebox/value'
import type { StoreName } from '#shared/features/billing/stores/app-store.ts'
import { appleKeys, type ApplePlace, openApple } from './apple/apple.ts'
import { googleKeys, openGoogle } from './google/google.ts'
import type { Keys } from './open-provider.ts'
import { ProviderRefused } from './provider.ts'
import type { Store } from './store.ts'

export type StorePlaces = ApplePlace & {
  /** Where Google is, where that is not its own address. */
  googleAt: string | undefined
}

/** The keys of each store, by their names; those that are never shown again are `writeOnly`. */
export const storeKeys = { apple: appleKeys, google: googleKeys } as const

/** Opens a store with the keys of an account. Throws ProviderRefused when they cannot be right. */
export function openStore(store: StoreName, keys: Keys, { googleAt, ...place }: StorePlaces): Store {
  if (store === 'apple' && Value.Check(appleKeys, keys)) return openApple(keys, place)
  if (store === 'google' && Value.Check(googleKeys, keys))
    return openGoogle(keys, { address: googleAt, clock: place.clock })
  const [first] = Value.Errors(storeKeys[store], keys)
  throw new ProviderRefused(`The keys of ${store} are wrong${first?.instancePath ? ` at ${first.instancePath}` : ''}`)
}
