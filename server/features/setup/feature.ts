import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { setupRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'setup',
  routes: ({ of }) => setupRoutes(of(brands)),
})
