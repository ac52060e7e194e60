import { serverFeature } from '#server/platform/feature.ts'
import { learnerRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'learners',
  routes: () => learnerRoutes,
  personalTables: { learner_notes: { where: 't.user_id = $1 or t.author_id = $1' } },
})
