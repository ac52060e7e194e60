import { declareFeature } from '#studio/platform/feature.ts'

/** How staff hear of homework that waits. */
export const notifications = declareFeature(
  {},
  { slots: { ownProfile: async () => (await import('./AlertSettings.tsx')).AlertSettings }, screens: {} },
)
