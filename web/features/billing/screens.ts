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
const own = { place: 'settings', section: 'profile' } as const

/** Buying, orders and subscriptions. */
export const billing = declareFeature(addresses, {
  copy: 'account',
  copyOf: { 'receipt.': 'account' },
  moved: { '/subscriptions': '/user/subscriptions?warning=true' },
  live: () => import('./live.ts'),
  slots: { offers: () => import('./offers/Offers.tsx') },
  sections: { catalog: '/catalog' },
  screens: {
    catalog: {
      screen: () => import('./catalogue/CatalogueScreen.tsx'),
      section: 'catalog',
      title: 'shell.title.catalog',
    },
    checkout: {
      access: 'any',
      screen: () => import('./checkout/CheckoutScreen.tsx'),
      title: 'accounts.title.checkout',
      parent: 'home',
    },
    orders: {
      ...own,
      screen: () => import('./orders/OrdersScreen.tsx'),
      title: 'accounts.title.orders',
      parent: 'userSettings',
    },
    order: {
      ...own,
      screen: () => import('./orders/OrderScreen.tsx'),
      title: 'accounts.title.orders',
      parent: 'orders',
    },
    receipt: {
      ...own,
      screen: () => import('./orders/ReceiptScreen.tsx'),
      title: 'accounts.title.orders',
      parent: 'orders',
    },
    subscriptions: {
      screen: () => import('./subscriptions/SubscriptionsScreen.tsx'),
      data: () => [read('GET /payment-subscription')],
      place: 'subscriptions',
      needsEmail: true,
      section: 'profile',
      title: 'accounts.title.subscriptions',
      parent: 'home',
    },
    subscription: {
      ...own,
      screen: () => import('./subscriptions/SubscriptionScreen.tsx'),
      place: 'subscriptions',
      title: 'accounts.title.subscriptions',
      parent: 'subscriptions',
    },
    installments: {
      ...own,
      screen: () => import('./orders/InstallmentsScreen.tsx'),
      title: 'accounts.title.orders',
      parent: 'orders',
    },
    userPaymentMethods: {
      ...own,
      screen: () => import('./payment/PaymentMethodsScreen.tsx'),
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
