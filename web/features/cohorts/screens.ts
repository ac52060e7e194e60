import { declareFeature } from '#web/platform/feature.ts'

const addresses = { join: '/join' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Joining a cohort by a code or a link. */
export const cohorts = declareFeature(addresses, {
  copy: 'account',
  screens: {
    join: {
      screen: () => import('./JoinScreen.tsx'),
      place: 'join',
      title: 'shell.title.join',
      parent: 'home',
    },
  },
  menu: [{ at: { settings: 35, profile: 55 }, label: 'shell.title.join', icon: 'book', address: 'join' }],
})
