import { serverFeature } from '#server/platform/feature.ts'
import { billingRoutes } from './routes.ts'

export const feature = serverFeature({ name: 'billing', routes: () => billingRoutes })
