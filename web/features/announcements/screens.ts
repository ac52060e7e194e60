import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { announcement: '/announcements/:announcementId' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What the school tells many people at once. */
export const announcements = declareFeature(addresses, {
  copy: 'account',
  screens: {
    announcement: {
      screen: () => import('./AnnouncementScreen.tsx'),
      data: ({ announcementId }) => [read('GET /announcements/:id', { params: { id: announcementId } })],
      section: 'profile',
      title: 'shell.title.notices',
      parent: 'notices',
    },
  },
})
