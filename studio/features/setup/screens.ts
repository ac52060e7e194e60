import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { setup: '/admin/setup' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The first visit to a new school. */
export const setup = declareFeature(addresses, {
  screens: {
    setup: { section: 'door', screen: () => import('./SetupScreen.tsx') },
  },
})
