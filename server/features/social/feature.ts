import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { socialRoutes } from './routes.ts'
import { serveSocial } from './serve-social.ts'
import { socialSettings, type SocialProviderSettings } from './settings.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Networks } from './network.ts'
import { oauthNetwork } from './oauth-network.ts'
import { openidNetwork } from './openid-network.ts'

export const feature = serverFeature({
  name: 'social',
  settings: socialSettings,
  async open({ clock, opened }, providers) {
    const networks = openNetworks(providers, clock)
    const sources = new Set<string>(networks.keys())
    const { adapt } = await opened(brands)
    adapt(brand => brandWith(brand, sources))
    return networks
  },
  routes: ({ of }) => socialRoutes(of(brands).brands),
  personalTables: {
    user_external_auths: ownedBy('user_id'),
    social_attempts: { leftOut: 'Secrets of a sign-in that is under way, kept for minutes' },
  },
  serve: (server, parts, networks) => serveSocial(server, { ...parts, ...parts.of(brands), networks }),
})

function openNetworks(settings: readonly SocialProviderSettings[], clock: () => number): Networks {
  return new Map(
    settings.map(one => [one.source, one.kind === 'openid' ? openidNetwork(one, clock) : oauthNetwork(one)]),
  )
}

/** The brand with its networks reduced to those that are configured; no others are offered anywhere. */
function brandWith(brand: Brand, sources: ReadonlySet<string>): Brand {
  const isSetUp = (source: string) => sources.has(source)
  const { android, ios } = brand.config.socialAuth
  const socialAuth = { android: android.filter(isSetUp), ios: ios.filter(isSetUp) }
  return { ...brand, config: { ...brand.config, socialAuth } }
}
