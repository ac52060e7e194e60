import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  checkout: '/checkout/:serviceId',
  orders: '/user/orders',
  order: '/user/orders/:orderId',
  subscriptions: '/user/subscriptions',
  subscription: '/user/subscription/:subscriptionId',
  installments: '/user/installments',
  userPaymentMethods: '/user/settings/user-payment-methods',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Who has no access any more still sees what was paid. */
const own = { access: 'auth', place: 'settings', section: 'profile' } as const

/** Buying, orders and subscriptions. */
export const billing = declareFeature(addresses, {
  copy: 'account',
  moved: { '/subscriptions': '/user/subscriptions?warning=true' },
  live: () => import('./live.ts'),
  screens: {
    checkout: {
      access: 'any',
      screen: async () => (await import('./checkout/CheckoutScreen.tsx')).CheckoutScreen,
      title: 'accounts.title.checkout',
      parent: 'home',
    },
    orders: {
      ...own,
      screen: async () => (await import('./orders/OrdersScreen.tsx')).OrdersScreen,
      title: 'accounts.title.orders',
      parent: 'userSettings',
    },
    order: {
      ...own,
      screen: async () => (await import('./orders/OrderScreen.tsx')).OrderScreen,
      title: 'accounts.title.orders',
      parent: 'orders',
    },
    subscriptions: {
      access: 'auth',
      screen: async () => (await import('./subscriptions/SubscriptionsScreen.tsx')).SubscriptionsScreen,
      data: () => [read('GET /payment-subscription')],
      place: 'subscriptions',
      needsEmail: true,
      section: 'profile',
      title: 'accounts.title.subscriptions',
      parent: 'home',
    },
    subscription: {
      ...own,
      screen: async () => (await import('./subscriptions/SubscriptionScreen.tsx')).SubscriptionScreen,
      place: 'subscriptions',
      title: 'accounts.title.subscriptions',
      parent: 'subscriptions',
    },
    installments: {
      ...own,
      screen: async () => (await import('./orders/InstallmentsScreen.tsx')).InstallmentsScreen,
      title: 'accounts.title.orders',
      parent: 'orders',
    },
    userPaymentMethods: {
      ...own,
      screen: async () => (await import('./payment/PaymentMethodsScreen.tsx')).PaymentMethodsScreen,
      title: 'shell.title.userSettings',
      parent: 'userSettings',
    },
  },
  menu: [{ at: { general: 70 }, label: 'accounts.title.subscriptions', icon: 'calendar', address: 'subscriptions' }],
})
