import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { brand: '/admin/brand' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The brand editor. */
export const brands = declareFeature(addresses, {
  sections: [{ address: 'brand', at: 50, title: 'brand.title', icon: 'settings', key: 'b', roles: ['admin'] }],
  screens: {
    brand: { section: 'brand', screen: () => import('./BrandScreen.tsx') },
  },
})
