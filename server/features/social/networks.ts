import type { Brands } from '#server/features/brands/load-brands.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'
import type { Network } from './network.ts'
import { oauthNetwork } from './oauth-network.ts'
import { openidNetwork } from './openid-network.ts'
import type { SocialProviderSettings } from './provider-settings.ts'

/** The networks that the operator set up, by name. Nothing is asked of them before somebody sets out. */
export type Networks = ReadonlyMap<SocialSource, Network>

export function openNetworks(settings: readonly SocialProviderSettings[], clock: () => number): Networks {
  return new Map(
    settings.map(one => [one.source, one.kind === 'openid' ? openidNetwork(one, clock) : oauthNetwork(one)]),
  )
}

/** The brands with only those networks in their lists that are set up: no other is offered anywhere. */
export function brandsWith(brands: Brands, sources: ReadonlySet<string>): Brands {
  const list = brands.list.map(brand => {
    const { android, ios } = brand.config.socialAuth
    const socialAuth = { android: android.filter(isSetUp), ios: ios.filter(isSetUp) }
    return { ...brand, config: { ...brand.config, socialAuth } }
  })
  const byId = new Map(list.map(brand => [brand.id, brand]))
  const same = <Found extends { id: string }>(brand: Found) => byId.get(brand.id) as Brands['default']
  const byHost = new Map([...brands.byHost].map(([host, brand]) => [host, same(brand)]))
  return { list, default: same(brands.default), byId, byHost, assets: brands.assets }

  function isSetUp(source: string) {
    return sources.has(source)
  }
}
