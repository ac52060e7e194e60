import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { cohorts: '/admin/cohorts', cohort: '/admin/cohorts/:cohortId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The cohorts of the school and the learners in them. */
export const cohorts = declareFeature(addresses, {
  sections: [
    { address: 'cohorts', at: 37, title: 'cohorts.title', icon: 'calendar', key: 'o', roles: ['author', 'admin'] },
  ],
  finder: {
    title: 'cohorts.title',
    roles: ['author', 'admin'],
    find: async () => (await import('./data.ts')).findCohorts,
  },
  slots: { courseEnd: () => import('./CohortsOfCourse.tsx') },
  screens: {
    cohorts: { section: 'cohorts', screen: () => import('./CohortsScreen.tsx') },
    cohort: { section: 'cohorts', screen: () => import('./CohortScreen.tsx') },
  },
})
