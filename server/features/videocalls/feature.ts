import { feature as brands } from '#server/features/brands/feature.ts'
import { hasVideo } from '#server/features/videoconsultations/switched.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { videocalls } from '#shared/features/videocalls/contract.ts'
import { joinable } from './call-window.ts'
import { relayChecks } from './check-relays.ts'
import { listOwnCalls } from './queries.ts'
import { mayWatchFilm, tidyRecordings } from './recording/films.ts'
import { videoCallRoutes } from './routes.ts'
import { type RelaySettings, relaySettings } from './settings.ts'

const recordingMs = 10_000

export const feature = serverFeature<RelaySettings, RelaySettings>({
  name: 'videocalls',
  settings: relaySettings,
  open: (_parts, relays) => relays,
  routes: ({ of }, relays) =>
    videoCallRoutes({ relays, brands: of(brands).brands, canRecord: of(media).canConvertNow }),
  personalTables: {
    call_recordings: {
      where: 't.consultation_id in (select id from video_consultations where user_id = $1 or expert_id = $1)',
    },
    call_recording_sides: ownedBy('user_id'),
  },
  subscribe: ({ database, of }) =>
    of(media).mayWatch(async (actor, { id, isPrivate }, now) => isPrivate && mayWatchFilm(database, actor, id, now)),
  tidying: ({ database, clock, of }) => [
    { everyMs: recordingMs, work: () => tidyRecordings({ database, clock, ...of(media) }) },
  ],
  checks: ({ clock }, relays) => relayChecks(relays, clock),
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
