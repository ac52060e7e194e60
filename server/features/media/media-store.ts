import { join } from 'node:path'
import { type FileStore, openFileStore } from '#server/platform/storage/file-store.ts'
import { openS3Store, type S3Place } from '#server/platform/storage/s3-store.ts'

export type MediaPlace = { dataDir: string; s3?: S3Place | undefined }

/** Where media lie under the data folder, when they lie there. */
export function mediaFolder(dataDir: string): string {
  return join(dataDir, 'media')
}

/** The store of media that the settings choose: a bucket, or a folder of this machine. */
export function openMediaStore({ dataDir, s3 }: MediaPlace): FileStore {
  return s3 ? openS3Store(s3) : openFileStore(mediaFolder(dataDir))
}
