import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { onboardingRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'onboarding',
  routes: ({ of }) => onboardingRoutes(of(brands).brands),
  personalTables: { onboarding_answers: ownedBy('user_id') },
})
