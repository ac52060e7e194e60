import { declareFeature } from '#studio/platform/feature.ts'

/** A draft as its learners would find it, from the draft's own screen. */
export const trials = declareFeature({}, { screens: {}, slots: { draftTools: () => import('./TrialButton.tsx') } })
