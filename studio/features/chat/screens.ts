import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { inbox: '/admin/inbox', chat: '/admin/inbox/:chatId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The inbox: the experts’ side of the chats. */
export const chat = declareFeature(addresses, {
  sections: [
    {
      address: 'inbox',
      at: 20,
      title: 'shell.inbox',
      icon: 'chat',
      key: 'i',
      roles: ['expert', 'admin'],
      waiting: async () => (await import('./data.ts')).useUnreadMessages,
    },
  ],
  live: () => import('./live.ts'),
  finder: {
    title: 'shell.inbox',
    roles: ['expert', 'admin'],
    find: async () => (await import('./data.ts')).findChats,
  },
  screens: {
    inbox: { section: 'inbox', screen: async () => (await import('./InboxScreen.tsx')).InboxScreen },
    chat: { section: 'inbox', screen: async () => (await import('./ChatPane.tsx')).ChatScreen },
  },
})
