import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { pointRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'points',
  routes: ({ of }) => pointRoutes(of(brands).brands),
  personalTables: { user_scores: ownedBy('user_id') },
})
