import { declareFeature } from '#web/platform/feature.ts'

/** What comes up for a learner, of every kind, shown at `/events`. */
export const events = declareFeature(
  {},
  {
    copy: 'account',
    screens: {},
    slots: { comingUp: () => import('./ComingUp.tsx') },
  },
)
