import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { workload: '/admin/workload' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Who answers where, who has how much, and how fast they are. */
export const workload = declareFeature(addresses, {
  sections: [{ address: 'workload', at: 43, title: 'workload.title', icon: 'speed', key: 'w', roles: ['admin'] }],
  slots: { courseEnd: () => import('./ExpertsOfCourse.tsx') },
  screens: {
    workload: { section: 'workload', screen: () => import('./WorkloadScreen.tsx') },
  },
})
