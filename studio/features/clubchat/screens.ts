import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { clubModeration: '/admin/clubs/:clubId/chat' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What members of a club wrote and staff have to decide about. */
export const clubchat = declareFeature(addresses, {
  screens: {
    clubModeration: { section: 'clubs', screen: () => import('./ModerationScreen.tsx') },
  },
})
