import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  clubs: '/admin/clubs',
  clubFaq: '/admin/clubs/:clubId/faq',
  clubMembers: '/admin/clubs/:clubId/members',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Members’ parts of the school, and which products open them. */
export const clubs = declareFeature(addresses, {
  sections: [{ address: 'clubs', at: 48, title: 'clubs.title', icon: 'users', key: 'm', roles: ['admin'] }],
  screens: {
    clubs: { section: 'clubs', screen: () => import('./ClubsScreen.tsx') },
    clubMembers: { section: 'clubs', screen: () => import('./MembersScreen.tsx') },
    clubFaq: { section: 'clubs', screen: () => import('./FaqScreen.tsx') },
  },
})
