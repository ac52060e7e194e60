import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { cohortRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'cohorts',
  personalTables: { enrolment_codes: ownedBy('author_id'), enrolments_by_code: ownedBy('user_id') },
  routes: ({ of, jobs }) => cohortRoutes(of(brands).brands, jobs),
})
