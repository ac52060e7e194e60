import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { cohortRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'cohorts',
  routes: ({ of, jobs }) => cohortRoutes(of(brands).brands, jobs),
})
