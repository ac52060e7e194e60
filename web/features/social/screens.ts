import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  linkSocialNetworks: '/linksocialnetworks',
  socialNetworks: '/user/social-networks',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Signing in with other networks. */
export const social = declareFeature(addresses, {
  copy: 'account',
  arrivals: { action: () => import('./handle-return.tsx').then(module => module.handleSocialReturn()) },
  screens: {
    linkSocialNetworks: {
      screen: () => import('./SocialNetworksScreen.tsx').then(module => module.LinkSocialNetworksScreen),
      title: 'shell.title.socialNetworks',
      parent: 'home',
    },
    socialNetworks: {
      screen: () => import('./SocialNetworksScreen.tsx').then(module => module.SocialNetworksScreen),
      place: 'settings',
      section: 'profile',
      title: 'shell.title.socialNetworks',
      parent: 'home',
    },
  },
  menu: [
    {
      at: { settings: 70, profile: 20 },
      label: 'shell.title.socialNetworks',
      icon: 'users',
      address: 'socialNetworks',
      isShown: ({ config: { socialAuth } }) => socialAuth.android.length + socialAuth.ios.length > 0,
    },
  ],
})
