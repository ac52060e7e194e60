import { serverFeature } from '#server/platform/feature.ts'
import { pointRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'points', routes: () => pointRoutes })
