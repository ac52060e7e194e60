import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { profileRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'profile',
  routes: ({ jobs, of }) => profileRoutes({ jobs, brands: of(brands).brands }),
  personalTables: { referral_jumps: { ...ownedBy('referrer_id'), hide: ['visitor'] } },
})
