import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  orders: '/admin/orders',
  order: '/admin/orders/:orderId',
  receipt: '/admin/receipts/:receiptId',
  services: '/admin/services',
  newService: '/admin/services/new',
  service: '/admin/services/:serviceId',
  payments: '/admin/payments',
  discountCodes: '/admin/codes',
  catalogue: '/admin/catalogue',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school sells. */
export const billing = declareFeature(addresses, {
  sections: [
    { address: 'orders', at: 44, title: 'shop.orders', icon: 'document', key: 's', roles: ['admin'] },
    { address: 'services', at: 46, title: 'shop.services', icon: 'star', key: 'd', roles: ['admin'] },
  ],
  finder: { title: 'shop.orders', roles: ['admin'], find: async () => (await import('./data.ts')).findOrders },
  screens: {
    orders: { section: 'orders', screen: async () => (await import('./OrdersScreen.tsx')).OrdersScreen },
    order: { section: 'orders', screen: async () => (await import('./order/OrderScreen.tsx')).OrderScreen },
    receipt: { section: 'orders', screen: async () => (await import('./order/ReceiptScreen.tsx')).ReceiptScreen },
    services: {
      section: 'services',
      screen: async () => (await import('./services/ServicesScreen.tsx')).ServicesScreen,
    },
    newService: {
      section: 'services',
      screen: async () => (await import('./services/ServiceScreen.tsx')).NewServiceScreen,
    },
    service: {
      section: 'services',
      screen: async () => (await import('./services/ServiceScreen.tsx')).ServiceScreen,
    },
    discountCodes: {
      section: 'services',
      screen: async () => (await import('./codes/CodesScreen.tsx')).CodesScreen,
    },
    catalogue: {
      section: 'services',
      screen: async () => (await import('./catalogue/PositionsScreen.tsx')).PositionsScreen,
    },
    payments: { section: 'orders', screen: async () => (await import('./payments/PaymentsScreen.tsx')).PaymentsScreen },
  },
})
