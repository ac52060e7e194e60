import { declareFeature } from '#studio/platform/feature.ts'

/** The own picture of a member of staff. */
export const profile = declareFeature({}, { slots: { ownProfile: () => import('./OwnPhoto.tsx') }, screens: {} })
