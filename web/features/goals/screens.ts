import { declareFeature } from '#web/platform/feature.ts'

/** On how many days a week a learner wants to learn, at home and at the end of a day. */
export const goals = declareFeature(
  {},
  {
    screens: {},
    slots: {
      weekGoal: () => import('./WeekGoal.tsx'),
      weekAtDayEnd: () => import('./WeekAtDayEnd.tsx'),
    },
  },
)
