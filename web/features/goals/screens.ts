import { declareFeature } from '#web/platform/feature.ts'

const addresses = { statistics: '/user/statistics' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** On how many days a week a learner wants to learn, at home and at the end of a day, and what they have done so far. */
export const goals = declareFeature(addresses, {
  screens: {
    statistics: {
      screen: () => import('./StatisticsScreen.tsx'),
      copy: 'account',
      section: 'profile',
      title: 'profile.statistics',
      parent: 'userSettings',
    },
  },
  menu: [{ at: { activity: 10 }, label: 'profile.statistics', icon: 'clock', address: 'statistics' }],
  slots: {
    weekGoal: () => import('./WeekGoal.tsx'),
    weekAtDayEnd: () => import('./WeekAtDayEnd.tsx'),
  },
})
