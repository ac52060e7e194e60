import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { consentRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'consent',
  routes: () => consentRoutes,
  personalTables: { cookie_policies: ownedBy('user_id') },
})
