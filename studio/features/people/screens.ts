import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { users: '/admin/users', user: '/admin/users/:userId', invitation: '/admin/invitation' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** People and their accounts. */
export const people = declareFeature(addresses, {
  sections: [{ address: 'users', at: 40, title: 'people.title', icon: 'users', key: 'p', roles: ['support', 'admin'] }],
  finder: {
    title: 'people.title',
    roles: ['support', 'admin'],
    find: async () => (await import('./data.ts')).findPeople,
  },
  screens: {
    users: { section: 'users', screen: () => import('./UsersScreen.tsx') },
    user: { section: 'users', screen: () => import('./PersonScreen.tsx') },
    invitation: { section: 'door', screen: () => import('./InvitationScreen.tsx') },
  },
})
