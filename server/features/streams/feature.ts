import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { streamRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'streams', routes: ({ of }) => streamRoutes(of(brands).brands) })
