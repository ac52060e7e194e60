import type { LiveParts } from '#server/platform/live/live-parts.ts'

/** What support adds to the live connection: the room support:<brand> of those who answer. */
export const supportLive: LiveParts = {
  rooms: {
    support: (_db, { role, brandId }, ids) =>
      role === 'support' || role === 'admin' ? ids.filter(id => id === brandId) : [],
  },
}
