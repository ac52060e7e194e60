import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { goalRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'goals',
  routes: () => goalRoutes(),
  personalTables: { week_goals: ownedBy('user_id') },
})
