import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { subscriptions: '/user/subscriptions' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Subscriptions. */
export const billing = declareFeature(addresses, {
  copy: 'account',
  moved: { '/subscriptions': '/user/subscriptions?warning=true' },
  screens: {
    subscriptions: {
      access: 'auth',
      screen: async () => (await import('./SubscriptionsScreen.tsx')).SubscriptionsScreen,
      data: () => [read('GET /payment-subscription')],
      place: 'subscriptions',
      needsEmail: true,
      section: 'profile',
      title: 'accounts.title.subscriptions',
      parent: 'home',
    },
  },
  menu: [{ at: { general: 70 }, label: 'accounts.title.subscriptions', icon: 'calendar', address: 'subscriptions' }],
})
