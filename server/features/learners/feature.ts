import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { learnerRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'learners',
  routes: ({ of }) => learnerRoutes(of(brands).brands),
  personalTables: { learner_notes: { where: 't.user_id = $1 or t.author_id = $1' } },
})
