import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { clubRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'clubs', routes: ({ of }) => clubRoutes(of(brands).brands) })
