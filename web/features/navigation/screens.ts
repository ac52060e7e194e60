import { declareFeature } from '#web/platform/feature.ts'

const addresses = { navigation: '/navigation' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The list of all places of the app. */
export const navigation = declareFeature(addresses, {
  copy: 'account',
  screens: {
    navigation: { screen: () => import('./NavigationScreen.tsx'), title: 'navigation.title', parent: 'home' },
  },
  menu: [{ at: { settings: 75 }, label: 'navigation.title', icon: 'menu', address: 'navigation' }],
})
