import { ofOwnStreams } from '#server/features/streams/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { homeworkLive } from './live.ts'
import { homeworkRoutes } from './routes.ts'

export const feature = serverFeature({
  name: 'homework',
  routes: () => homeworkRoutes,
  live: ({ database, clock }) => homeworkLive(database, clock),
  personalTables: {
    user_homeworks: ofOwnStreams,
    homework_attempts: {
      where: `t.user_homework_id in (select h.id from user_homeworks h join user_streams s on s.id = h.user_stream_id
        where s.user_id = $1) or t.reviewed_by = $1`,
    },
  },
})
