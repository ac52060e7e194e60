import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { billingRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'billing',
  routes: () => billingRoutes,
  personalTables: { payment_subscriptions: ownedBy('user_id') },
})
