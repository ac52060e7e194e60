import { serverFeature } from '#server/platform/feature.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { featureSettings, folder, setting } from '#server/platform/setting.ts'
import { brands as contract } from '#shared/features/brands/contract.ts'
import { keepBrands } from './keep-brands.ts'
import { brandByAppId, brandByHost, brandById, type Brands, defaultBrand, loadBrands } from './load-brands.ts'
import { pageSourcesOf } from './page-sources.ts'
import { servePages } from './pages/pages.ts'
import { brandRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'brands',
  settings: featureSettings({
    table: { BRANDS_DIR: setting('./brands', 'Folder of the brand files.', folder) },
    read: read => ({ folder: read('BRANDS_DIR') }),
    check: async given => void (await loadBrands(given.folder)),
  }),
  open: async (parts, given) => keepBrands(parts, await loadBrands(given.folder)),
  answers: ({ brands }) => ({
    findBrand: brandFinder(brands),
    pageSources: host => pageSourcesOf(brandByHost(brands, host)),
    keepsFigures: brandId => brandById(brands, brandId).config.analytics.own,
  }),
  routes: (_parts, keeper) => brandRoutes(keeper),
  personalTables: {
    brand_overrides: { leftOut: 'What the school is like; that somebody changed it is in the audit log' },
  },
  live: () =>
    liveParts(contract, {
      rooms: { brand: (_db, { brandId }, ids) => ids.filter(id => id === brandId) },
      present: {},
    }),
  servePages: (server, { database }, keeper) => servePages(server, database, keeper),
})

/** The brand of a page or call: by the app's id, otherwise by the host, otherwise the default. */
function brandFinder(brands: Brands) {
  return (appId: string | undefined, host: string) => {
    const named = appId === undefined ? brandByHost(brands, host) : brandByAppId(brands, appId)
    const brand = named ?? defaultBrand(brands)
    const defaultLanguage = brand.site.forcedLanguage ?? brand.site.defaultLanguage
    return { brandId: brand.id, isKnown: named !== undefined, defaultLanguage }
  }
}
