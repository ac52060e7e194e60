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
    orders: { section: 'orders', screen: () => import('./OrdersScreen.tsx') },
    order: { section: 'orders', screen: () => import('./order/OrderScreen.tsx') },
    receipt: { section: 'orders', screen: () => import('./order/ReceiptScreen.tsx') },
    services: {
      section: 'services',
      screen: () => import('./services/ServicesScreen.tsx'),
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
      screen: () => import('./codes/CodesScreen.tsx'),
    },
    catalogue: {
      section: 'services',
      screen: () => import('./catalogue/PositionsScreen.tsx'),
    },
    payments: { section: 'orders', screen: () => import('./payments/PaymentsScreen.tsx') },
  },
})
