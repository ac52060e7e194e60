import { serverFeature } from '#server/platform/feature.ts'
import { profileRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'profile', routes: ({ jobs }) => profileRoutes(jobs) })
