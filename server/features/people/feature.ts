import { serverFeature } from '#server/platform/feature.ts'
import { peopleRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'people', routes: peopleRoutes })
