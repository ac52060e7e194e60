import { serverFeature } from '#server/platform/feature.ts'
import { workloadRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'workload', routes: () => workloadRoutes })
