import { serverFeature } from '#server/platform/feature.ts'
import { clubRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'clubs', routes: () => clubRoutes })
