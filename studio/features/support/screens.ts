import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { support: '/admin/support', supportRequest: '/admin/support/:requestId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const screen = async () => (await import('./SupportScreen.tsx')).SupportScreen

/** The help desk. */
export const support = declareFeature(addresses, {
  sections: [
    {
      address: 'support',
      at: 30,
      title: 'helpdesk.title',
      icon: 'support',
      key: 'h',
      roles: ['support', 'admin'],
      waiting: async () => (await import('./data.ts')).useWaitingRequests,
    },
  ],
  finder: {
    title: 'helpdesk.title',
    roles: ['support', 'admin'],
    find: async () => (await import('./data.ts')).findRequests,
  },
  live: () => import('./live.ts'),
  screens: {
    support: { section: 'support', screen },
    supportRequest: { section: 'support', screen },
  },
})
