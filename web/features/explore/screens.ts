import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  explore: '/explore',
  explorePage: '/explore/*',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What strangers read of the school, as the server draws it. */
export const explore = declareFeature(addresses, {
  copy: 'account',
  screens: {
    explore: {
      access: 'any',
      screen: () => import('./ExploreScreen.tsx'),
      title: 'explore.title',
    },
    explorePage: {
      access: 'any',
      screen: () => import('./ExploreScreen.tsx'),
      title: 'explore.title',
    },
  },
})
