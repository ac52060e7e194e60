import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import { maySeeFile } from '#server/features/chat/file-access.ts'
import { findCourseWithMedia } from '#server/features/courses/queries.ts'
import { type MayWatch, serveMediaFiles } from '#server/features/media/serve-media.ts'
import { serveUploads } from '#server/features/media/serve-uploads.ts'
import { openTus } from '#server/features/media/tus-server.ts'
import { mayWatchMedia } from '#server/features/progress/watch-access.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { HttpDependencies } from '#server/platform/http/http-server.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { openFileStore } from '#server/platform/storage/file-store.ts'

type Dependencies = Pick<HttpDependencies, 'authenticate' | 'findBrand' | 'clock'> & {
  database: Database
  brands: Brands
  log: FastifyBaseLogger
  dataDir: string
  jobs: JobQueue
  /** Hears of an upload whose status or progress is another. */
  onMediaChanged(mediaId: number): void
}

/** Where media lie under the data folder. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media')
}

/** Serves media and takes uploads; learners watch what their streams have opened, staff everything of their brand's courses. */
export async function serveMedia(server: FastifyInstance, dependencies: Dependencies) {
  const { database, brands, dataDir, jobs } = dependencies
  const store = openFileStore(mediaFolder(dataDir))
  const folder = join(dataDir, 'uploads')
  for (const needed of [store.folder, folder]) await mkdir(needed, { recursive: true })
  const limitOf = (brandId: string) => brandById(brands, brandId).config.uploadMaxBytes
  const receiving = {
    ...dependencies,
    store,
    folder,
    convertLater: (tx: Parameters<JobQueue['send']>[0], mediaId: number) =>
      jobs.send(tx, 'convert-video', String(mediaId), { mediaId }),
  }
  await serveUploads(server, { ...receiving, tus: openTus(folder), limitOf })
  await serveMediaFiles(server, { ...dependencies, store, mayWatch: watchRule(database) })
}

/** Of what people upload, those see it who take part in a chat that has it; its owner anyway. */
function watchRule(database: Database): MayWatch {
  return async (actor, { id, isPrivate }, now) => {
    if (isPrivate) return maySeeFile(database, actor, id)
    if (actor.role === 'learner') return mayWatchMedia(database, actor, id, now)
    return (await findCourseWithMedia(database, actor.brandId, id)) !== undefined
  }
}
