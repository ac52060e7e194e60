import { declareFeature } from '#web/platform/feature.ts'

const addresses = { points: '/user/points', pointsHistory: '/user/points/history' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** Points: balance, uses and history. */
export const points = declareFeature(addresses, {
  copyOf: { 'points.': 'account' },
  slots: { header: () => import('./PointsLabel.tsx') },
  screens: {
    points: {
      screen: () => import('./PointsScreen.tsx'),
      section: 'profile',
      copy: 'account',
      title: 'shell.title.points',
      parent: 'home',
    },
    pointsHistory: {
      screen: () => import('./PointsHistoryScreen.tsx'),
      section: 'profile',
      copy: 'account',
      title: 'shell.title.pointsHistory',
      parent: 'points',
    },
  },
  menu: [{ at: { settings: 40 }, label: 'shell.title.points', icon: 'star', address: 'points' }],
})
