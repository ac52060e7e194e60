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
  slots: { cohortTools: async () => (await import('./CohortFiguresLink.tsx')).CohortFiguresLink },
  screens: {
    figures: { section: 'figures', screen: async () => (await import('./FiguresScreen.tsx')).FiguresScreen },
    courseFigures: {
      section: 'figures',
      screen: async () => (await import('./CourseFiguresScreen.tsx')).CourseFiguresScreen,
    },
    lessonFigures: {
      section: 'figures',
      screen: async () => (await import('./LessonFiguresScreen.tsx')).LessonFiguresScreen,
    },
    sales: { section: 'figures', screen: async () => (await import('./SalesScreen.tsx')).SalesScreen },
    subscriptions: {
      section: 'figures',
      screen: async () => (await import('./SubscriptionsScreen.tsx')).SubscriptionsScreen,
    },
    counted: { section: 'figures', screen: async () => (await import('./CountedScreen.tsx')).CountedScreen },
  },
})
