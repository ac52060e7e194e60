import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { reviews: '/admin/reviews', review: '/admin/reviews/:reviewId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The review desk and its queue. */
export const homework = declareFeature(addresses, {
  sections: [
    {
      address: 'reviews',
      at: 10,
      title: 'shell.reviews',
      icon: 'homework',
      key: 'r',
      roles: ['expert', 'admin'],
      waiting: async () => (await import('./data.ts')).useWaitingReviews,
    },
  ],
  live: () => import('./live.ts'),
  screens: {
    reviews: { section: 'reviews', screen: () => import('./ReviewsScreen.tsx') },
    review: { section: 'reviews', screen: () => import('./desk/ReviewScreen.tsx') },
  },
})
