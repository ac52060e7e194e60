import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'

/** What comes up for a learner, of every kind, shown at `/events`, and what waits for them at home. */
export const events = declareFeature(
  {},
  {
    copyOf: { 'events.': 'account' },
    screens: {},
    slots: {
      comingUp: () => Promise.all([import('./ComingUp.tsx'), addCopy('account')]).then(([{ ComingUp }]) => ComingUp),
      needsYou: () => import('./NeedsYou.tsx'),
    },
  },
)
