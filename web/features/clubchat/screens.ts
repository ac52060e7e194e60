import { declareFeature } from '#web/platform/feature.ts'

const addresses = { clubChat: '/clubs/:clubId/chat' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Where all members of a club talk. */
export const clubchat = declareFeature(addresses, {
  isOn: ({ isCommunityEnable }) => isCommunityEnable,
  copy: 'talk',
  slots: { clubWays: () => import('./ClubChatLink.tsx') },
  screens: {
    clubChat: {
      screen: () => import('./ClubChatScreen.tsx'),
      section: 'home',
      title: 'shell.title.chat',
      parent: 'club',
    },
  },
})
