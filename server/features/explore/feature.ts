import { feature as brands } from '#server/features/brands/feature.ts'
import { findPicture } from '#server/features/brands/queries.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { openCards } from './card.ts'
import { courseSource } from './course-source.ts'
import { PageMemory } from './page-memory.ts'
import { openPublicPages } from './pages/public-pages.ts'
import type { PublicSource } from './public-source.ts'
import { findTrailer } from './queries.ts'
import { exploreRoutes } from './routes.ts'
import { serveExplore } from './serve-pages.ts'

export const feature = serverFeature({
  name: 'explore',
  async open({ database, listener, clock, publicUrl, opened }) {
    const memory = new PageMemory(clock)
    for (const channel of ['public_pages_changed', 'media_changed']) listener.on(channel, () => memory.forget())
    listener.onConnection(isConnected => memory.setConnected(isConnected))
    ;(await opened(media)).openTo(async id => (await findTrailer(database, id)) !== undefined)
    const sources: PublicSource[] = [courseSource(database, memory)]
    return {
      pages: openPublicPages({ memory, sources, clock, publicUrl }),
      /** Adds pages of another kind. */
      addSource: (open: (memory: PageMemory) => PublicSource) => void sources.push(open(memory)),
    }
  },
  routes: ({ of }, { pages }) => exploreRoutes(of(brands).brands, pages),
  serve(server, { database, log, of }, { pages }) {
    const { brands: all } = of(brands)
    const makeCard = openCards({
      store: of(media).receiving.store,
      markOf: async ({ site: { favicon } }) => all.assets.get(favicon) ?? findPicture(database, favicon),
      log,
    })
    return serveExplore(server, { brands: all, pages, makeCard: (brand, { page }) => makeCard(brand, page.picture) })
  },
})
