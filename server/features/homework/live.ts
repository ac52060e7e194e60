import type { Database } from '#server/platform/database/database.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { homework, type UserHomeworkWire } from '#shared/features/homework/contract.ts'
import { listStreamsOfHomework } from './queries.ts'
import { homeworksOf, userHomeworkWire } from './homework-tasks.ts'

/** A homework's status is told, as it stands now, in the room of its chat. */
export function homeworkLive(database: Database, clock: () => number) {
  return liveParts(homework, {
    rooms: {},
    present: {
      async homework(db, events) {
        const ids = events.map(({ data }) => data.status_id)
        const streams = await listStreamsOfHomework(db, [...new Set(ids)])
        const now = clock()
        const byId = new Map<number, UserHomeworkWire>()
        for (const stream of streams) {
          const { homeworks } = await homeworksOf(database, stream, { now, timezone: stream.timezone })
          for (const known of homeworks) byId.set(known.row.id, userHomeworkWire(known, stream.id, true))
        }
        return ids.map(id => {
          const status = byId.get(id)
          return status && { all: { status } }
        })
      },
    },
  })
}
