import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  figures: '/admin/figures',
  courseFigures: '/admin/figures/courses/:courseId',
  lessonFigures: '/admin/figures/courses/:courseId/lessons/:lessonId',
  sales: '/admin/figures/sales',
  subscriptions: '/admin/figures/subscriptions',
  counted: '/admin/figures/people',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Figures of the school, each with the people behind it. */
export const figures = declareFeature(addresses, {
  sections: [
    { address: 'figures', at: 45, title: 'figures.title', icon: 'compass', key: 'f', roles: ['author', 'admin'] },
  ],
  slots: { cohortTools: () => import('./CohortFiguresLink.tsx') },
  screens: {
    figures: { section: 'figures', screen: () => import('./FiguresScreen.tsx') },
    courseFigures: {
      section: 'figures',
      screen: () => import('./CourseFiguresScreen.tsx'),
    },
    lessonFigures: {
      section: 'figures',
      screen: () => import('./LessonFiguresScreen.tsx'),
    },
    sales: { section: 'figures', screen: () => import('./SalesScreen.tsx') },
    subscriptions: {
      section: 'figures',
      screen: () => import('./SubscriptionsScreen.tsx'),
    },
    counted: { section: 'figures', screen: () => import('./CountedScreen.tsx') },
  },
})
