import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { today: '/admin/today', letter: '/admin/letter' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** An administrator's first screen. */
export const today = declareFeature(addresses, {
  sections: [{ address: 'today', at: 5, title: 'today.title', icon: 'home', key: 't', roles: ['admin'] }],
  screens: {
    today: { section: 'today', screen: () => import('./TodayScreen.tsx') },
    letter: { section: 'door', screen: () => import('./LetterScreen.tsx') },
  },
})
