import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { findCourseWithMedia } from '#server/features/courses/queries.ts'
import { serveMediaFiles } from '#server/features/media/serve-media.ts'
import { mayWatchMedia } from '#server/features/progress/watch-access.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'

type Dependencies = {
  database: Database
  dataDir: string
  clock(): number
  authenticate(token: string, now: number): Promise<Actor | undefined>
}

/** Where media lie under the data folder. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media')
}

/** Serves media; learners watch what their streams have opened, staff everything of their brand's courses. */
export async function serveMedia(server: FastifyInstance, { database, dataDir, clock, authenticate }: Dependencies) {
  const store = openFileStore(mediaFolder(dataDir))
  await mkdir(store.folder, { recursive: true })
  await serveMediaFiles(server, {
    database,
    store,
    clock,
    authenticate,
    async mayWatch(actor, mediaId, now) {
      if (actor.role === 'learner') return mayWatchMedia(database, actor, mediaId, now)
      return (await findCourseWithMedia(database, actor.brandId, mediaId)) !== undefined
    },
  })
}
