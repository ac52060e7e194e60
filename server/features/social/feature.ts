import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { brandWith, openNetworks } from './networks.ts'
import { socialRoutes } from './routes.ts'
import { serveSocial } from './serve-social.ts'
import { socialSettings } from './settings.ts'

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
  serve: (server, parts, networks) => serveSocial(server, { ...parts, ...parts.of(brands), networks }),
})
