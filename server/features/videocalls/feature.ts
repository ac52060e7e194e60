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
  routes: (_parts, relays) => videoCallRoutes(relays),
  live: ({ clock }) =>
    liveParts(videocalls, {
      rooms: {
        async call(db, { userId, brandId }, ids) {
          const rows = await listOwnCalls(db, ids, userId, brandId)
          return rows.filter(row => joinable(row, userId, clock()) === 'yes').map(({ id }) => id)
        },
      },
      present: {},
    }),
})
