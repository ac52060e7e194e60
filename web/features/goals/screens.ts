import { declareFeature } from '#web/platform/feature.ts'

/** On how many days a week a learner wants to learn, at home and at the end of a day. */
export const goals = declareFeature(
  {},
  {
    screens: {},
    copyOf: { 'goals.activity': 'account', 'goals.achievement': 'account' },
    slots: {
      learnerActivity: () => import('./Activity.tsx'),
      weekGoal: () => import('./WeekGoal.tsx'),
      weekAtDayEnd: () => import('./WeekAtDayEnd.tsx'),
    },
  },
)
