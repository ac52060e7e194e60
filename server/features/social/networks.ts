import type { Brand } from '#shared/features/brands/schema.ts'
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

/** The brand with only those networks in its lists that are set up: no other is offered anywhere. */
export function brandWith(brand: Brand, sources: ReadonlySet<string>): Brand {
  const isSetUp = (source: string) => sources.has(source)
  const { android, ios } = brand.config.socialAuth
  const socialAuth = { android: android.filter(isSetUp), ios: ios.filter(isSetUp) }
  return { ...brand, config: { ...brand.config, socialAuth } }
}
