import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { ofOwnStreams } from '#server/features/streams/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { progressRoutes } from './routes.ts'
import { maySeeSelfie } from './selfies.ts'
import { mayWatchMedia } from './watch-access.ts'

export const feature = serverFeature({
  name: 'progress',
  routes: ({ of }) => progressRoutes(of(brands).brands),
  personalTables: {
    progress_events: ofOwnStreams,
    day_statuses: ofOwnStreams,
    lesson_statistics: ofOwnStreams,
    film_seconds: ofOwnStreams,
    active_days: ownedBy('user_id'),
  },
  // Learners watch what their streams have opened; experts see with which photo their learners began a day.
  subscribe: ({ database, of }) =>
    of(media).mayWatch(async (actor, { id, isPrivate }, now) => {
      if (isPrivate) return actor.role !== 'learner' && (await maySeeSelfie(database, actor, id))
      return actor.role === 'learner' && (await mayWatchMedia(database, actor, id, now))
    }),
})
