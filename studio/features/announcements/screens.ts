import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  announcements: '/admin/announcements',
  announcement: '/admin/announcements/:announcementId',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school tells many people at once. */
export const announcements = declareFeature(addresses, {
  sections: [
    { address: 'announcements', at: 47, title: 'announcements.title', icon: 'bell', key: 'e', roles: ['admin'] },
  ],
  screens: {
    announcements: { section: 'announcements', screen: () => import('./AnnouncementsScreen.tsx') },
    announcement: { section: 'announcements', screen: () => import('./AnnouncementScreen.tsx') },
  },
})
