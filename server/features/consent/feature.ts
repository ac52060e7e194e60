import { serverFeature } from '#server/platform/feature.ts'
import { consentRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'consent', routes: () => consentRoutes })
