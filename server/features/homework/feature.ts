import { ofOwnStreams } from '#server/features/streams/feature.ts'
import type { Database } from '#server/platform/database/database.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { homework, type UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { homeworksOf, userHomeworkWire } from './homework-tasks.ts'
import { listStreamsOfHomework } from './queries.ts'
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

/** A homework's status is told, as it stands now, in the room of its chat. */
function homeworkLive(database: Database, clock: () => number) {
  return liveParts(homework, {
    rooms: {},
    present: {
      async homework(db, events) {
        const ids = events.map(({ data }) => data.status_id)
        const streams = await listStreamsOfHomework(db, [...new Set(ids)])
        const now = clock()
        const byId = new Map<number, UserHomeworkWire>()
        for (const stream of streams) {
          const { homeworks, archived } = await homeworksOf(database, stream, { now, timezone: stream.timezone })
          for (const known of [...homeworks, ...archived])
            byId.set(known.row.id, userHomeworkWire(known, stream.id, { hasScores: true }))
        }
        return ids.map(id => {
          const status = byId.get(id)
          return status && { all: { status } }
        })
      },
    },
  })
}
