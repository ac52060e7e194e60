import { declareFeature } from '#studio/platform/feature.ts'

/** How staff hear of homework that waits. */
export const notifications = declareFeature(
  {},
  { slots: { ownProfile: () => import('./AlertSettings.tsx') }, screens: {} },
)
