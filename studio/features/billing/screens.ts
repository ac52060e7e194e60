import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { orders: '/admin/orders', order: '/admin/orders/:orderId', payments: '/admin/payments' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school sells. */
export const billing = declareFeature(addresses, {
  sections: [{ address: 'orders', at: 44, title: 'shop.orders', icon: 'document', key: 's', roles: ['admin'] }],
  screens: {
    orders: { section: 'orders', screen: async () => (await import('./OrdersScreen.tsx')).OrdersScreen },
    order: { section: 'orders', screen: async () => (await import('./order/OrderScreen.tsx')).OrderScreen },
    payments: { section: 'orders', screen: async () => (await import('./payments/PaymentsScreen.tsx')).PaymentsScreen },
  },
})
