import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  catalog: '/catalog',
  checkout: '/checkout/:serviceId',
  orders: '/user/orders',
  order: '/user/orders/:orderId',
  receipt: '/receipts/:receiptId',
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
  copyOf: { 'receipt.': 'account' },
  moved: { '/subscriptions': '/user/subscriptions?warning=true' },
  live: () => import('./live.ts'),
  slots: { offers: async () => (await import('./offers/Offers.tsx')).Offers },
  sections: { catalog: '/catalog' },
  screens: {
    catalog: {
      access: 'auth',
      screen: async () => (await import('./catalogue/CatalogueScreen.tsx')).CatalogueScreen,
      section: 'catalog',
      title: 'shell.title.catalog',
    },
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
    receipt: {
      ...own,
      screen: async () => (await import('./orders/ReceiptScreen.tsx')).ReceiptScreen,
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
  menu: [
    { at: { general: 70 }, label: 'accounts.title.subscriptions', icon: 'calendar', address: 'subscriptions' },
    {
      at: { sections: 50, profile: 50 },
      label: 'shell.title.catalog',
      icon: 'compass',
      address: 'catalog',
      section: 'catalog',
    },
  ],
})
