import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import { maySeeFile } from '#server/features/chat/message-files.ts'
import { findCourseWithMedia } from '#server/features/courses/queries.ts'
import { convertVideo } from '#server/features/media/convert/convert-video.ts'
import { hasTool } from '#server/features/media/convert/run-tool.ts'
import { type MayWatch, serveMediaFiles } from '#server/features/media/serve/serve-media.ts'
import { serveUploads } from '#server/features/media/upload/serve-uploads.ts'
import { keepTidy } from '#server/features/media/tidy-media.ts'
import { openTus } from '#server/features/media/upload/tus-server.ts'
import { mayWatchMedia } from '#server/features/progress/watch-access.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { HttpDependencies } from '#server/platform/http/http-server.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type FileStore, openFileStore } from '#server/platform/storage/file-store.ts'
import { openS3Store, type S3Place } from '#server/platform/storage/s3-store.ts'

export type MediaPlace = { dataDir: string; s3?: S3Place | undefined }

type Dependencies = Pick<HttpDependencies, 'authenticate' | 'findBrand' | 'noteActing' | 'clock'> &
  MediaPlace & {
    database: Database
    brands: Brands
    log: FastifyBaseLogger
    jobs: JobQueue
    /** Hears of an upload whose status or progress is another. */
    onMediaChanged(mediaId: number): void
  }

const convertJob = 'convert-video'

/** Where media lie under the data folder, when they lie there. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media')
}

/** The store of media that the settings choose: a bucket, or a folder of this machine. */
export function openMediaStore({ dataDir, s3 }: MediaPlace): FileStore {
  return s3 ? openS3Store(s3) : openFileStore(mediaFolder(dataDir))
}

/** Serves media and takes uploads; learners watch what their streams have opened, staff everything of their brand's courses. */
export async function serveMedia(server: FastifyInstance, dependencies: Dependencies) {
  const { database, brands, dataDir, jobs, log } = dependencies
  const store = openMediaStore(dependencies)
  const folder = join(dataDir, 'uploads')
  for (const needed of [mediaFolder(dataDir), folder]) await mkdir(needed, { recursive: true })
  const limitOf = (brandId: string) => brandById(brands, brandId).config.uploadMaxBytes
  const receiving = {
    ...dependencies,
    store,
    folder,
    convertLater: (tx: Parameters<JobQueue['send']>[0], mediaId: number) =>
      jobs.send(tx, convertJob, String(mediaId), { mediaId }),
  }
  const hasFfmpeg = rememberOnce(async () => (await hasTool('ffmpeg')) && (await hasTool('ffprobe')))
  jobs.work(convertJob, ({ mediaId }, signal) => convertVideo({ ...receiving, hasFfmpeg }, Number(mediaId), signal))
  const stopTidying = keepTidy(receiving, error => log.warn({ err: error }, 'Could not tidy up the media'))
  server.addHook('onClose', async () => stopTidying())
  server.addHook('onListen', async () => {
    if (!(await hasFfmpeg()))
      log.warn('There is no ffmpeg: videos that browsers play are kept as they are, others refused')
    await jobs.start().catch((error: unknown) => log.warn({ err: error }, 'The job queue could not start yet'))
  })
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

function rememberOnce<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined
  return () => (found ??= find())
}
