import { serverFeature } from '#server/platform/feature.ts'
import { homeworkLive } from './live.ts'
import { homeworkRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'homework',
  routes: () => homeworkRoutes,
  live: ({ database, clock }) => homeworkLive(database, clock),
})
