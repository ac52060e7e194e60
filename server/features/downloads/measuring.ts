import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'

/** What measuring the files of a media item needs. */
export type Measuring = {
  database: Database
  store: FileStore
  /** Where work in progress lies. */
  folder: string
  log: Pick<FastifyBaseLogger, 'warn'>
  hasFfmpeg(): Promise<boolean>
}
