import { serverFeature } from '#server/platform/feature.ts'
import { figuresRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'figures', routes: () => figuresRoutes })
