import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { banners: '/admin/banners', bannerFigures: '/admin/banners/:id/figures' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school shows its learners at places of the app. */
export const banners = declareFeature(addresses, {
  sections: [{ address: 'banners', at: 49, title: 'banners.title', icon: 'compass', key: 'n', roles: ['admin'] }],
  screens: {
    banners: { section: 'banners', screen: () => import('./BannersScreen.tsx') },
    bannerFigures: {
      section: 'banners',
      screen: () => import('./BannerFiguresScreen.tsx'),
    },
  },
})
