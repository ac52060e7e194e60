import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { support } from '#shared/features/support/contract.ts'

/** The support desk is open to those who answer; whoever asked hears in their own room. */
export const supportLive = liveParts(support, {
  rooms: {
    support: (_db, { role, brandId }, ids) =>
      role === 'support' || role === 'admin' ? ids.filter(id => id === brandId) : [],
  },
  present: { support: asStored },
})
