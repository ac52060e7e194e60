import { feature as billing } from '#server/features/billing/feature.ts'
import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { streams } from '#shared/features/streams/contract.ts'
import { followOrder } from './ordered-places.ts'
import { streamRoutes } from './routes.ts'

/** The rows that belong to one of the person's places in a cohort. */
export const ofOwnStreams = { where: 't.user_stream_id in (select id from user_streams where user_id = $1)' }

export const feature = serverFeature({
  name: 'streams',
  routes: ({ of }) => streamRoutes(of(brands).brands, of(billing).paying.listeners),
  personalTables: {
    user_streams: ownedBy('user_id'),
    stream_freezes: ofOwnStreams,
    stream_extensions: ofOwnStreams,
    demo_accesses: ownedBy('user_id'),
  },
  subscribe: ({ of }) => of(billing).onAccess(followOrder),
  live: () => liveParts(streams, { rooms: {}, present: { stream: asStored } }),
})
