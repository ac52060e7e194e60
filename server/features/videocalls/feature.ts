import { feature as brands } from '#server/features/brands/feature.ts'
import { hasVideo } from '#server/features/videoconsultations/switched.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { videocalls } from '#shared/features/videocalls/contract.ts'
import { listOwnCalls } from './queries.ts'
import { joinable, videoCallRoutes } from './routes.ts'
import { type RelaySettings, relaySettings } from './settings.ts'

export const feature = serverFeature<RelaySettings, RelaySettings>({
  name: 'videocalls',
  settings: relaySettings,
  open: (_parts, relays) => relays,
  routes: ({ of }, relays) => videoCallRoutes(relays, of(brands).brands),
  live: ({ clock, of }) =>
    liveParts(videocalls, {
      rooms: {
        async call(db, { userId, brandId }, ids) {
          if (!hasVideo(of(brands).brands, brandId)) return []
          const rows = await listOwnCalls(db, ids, userId, brandId)
          return rows.filter(row => joinable(row, userId, clock()) === 'yes').map(({ id }) => id)
        },
      },
      present: {},
    }),
})
