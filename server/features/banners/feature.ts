import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { deleteOldViews } from './queries.ts'
import { bannerRoutes } from './routes.ts'

const hourMs = 3_600_000
/** Analytics take no event for an earlier day than yesterday, so a batch is not sent again after that. */
const viewsKeptSeconds = 3 * 86_400

export const feature = serverFeature({
  name: 'banners',
  routes: ({ of }) => bannerRoutes(of(brands).brands),
  personalTables: { banner_seen: ownedBy('user_id') },
  tidying: ({ database, clock }) => [
    { everyMs: hourMs, work: () => deleteOldViews(database, clock() / 1000 - viewsKeptSeconds) },
  ],
})
