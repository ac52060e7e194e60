import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { FileFailure, type FileKind, kindOfFile } from './file-kind.ts'
import { makePictures } from '../convert/make-pictures.ts'
import type { UploadedRow } from '../media-item.ts'
import { doneText, setUploadDone, setUploadFailed, setUploadReceived } from '../queries.ts'

export type ReceivingDependencies = {
  database: Database
  store: FileStore
  /** The folder of unfinished files on this machine. */
  folder: string
  /** Queues the conversion of a video within the transaction; `waiting` is how many others of the same person wait. */
  convertLater(tx: Db, mediaId: number, waiting?: number): Promise<void>
  /** Called when the status or progress of an item changed. */
  onMediaChanged(mediaId: number): void
}

/** The file that a video is converted from, under its key in the store. */
export const sourceName = 'source'

/**
 * Stores a whole file by what its bytes say it is: a picture is done at once, a video is converted later, anything else or
 * broken ends as FAIL. Removes the file. Doing it again changes nothing.
 */
export async function receiveFile(dependencies: ReceivingDependencies, row: UploadedRow, file: string): Promise<void> {
  try {
    const kind = await kindOfFile(file)
    if (kind?.kind === 'picture') await receivePicture(dependencies, row, file, kind)
    else if (kind?.kind === 'video') await receiveVideo(dependencies, row, file, kind.mime)
    else throw new FileFailure(kind ? 'format_unsupported' : 'not_photo_or_video')
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error
    await setUploadFailed(dependencies.database, row.id, error.code)
  }
  await rm(file, { force: true })
  dependencies.onMediaChanged(row.id)
}

async function receivePicture(
  { database, store, folder }: ReceivingDependencies,
  row: UploadedRow,
  file: string,
  { format }: Extract<FileKind, { kind: 'picture' }>,
) {
  const made = await mkdtemp(join(folder, 'pictures-'))
  try {
    const { width, height } = await makePictures(row, file, format, made)
    const { id, key, bytes } = row
    const paths = { large: 'large.webp', medium: 'medium.webp', small: 'small.webp' }
    for (const path of Object.values(paths)) await store.move(key, path, join(made, path))
    const figures = { width, height, durationMs: 0, bytes }
    const done = { id, type: mediaTypeCodes.image, mime: 'image/webp', files: paths, ...figures }
    await setUploadDone(database, doneText(done))
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function receiveVideo(
  { database, store, convertLater }: ReceivingDependencies,
  { id, key }: UploadedRow,
  file: string,
  mime: string,
) {
  await store.move(key, sourceName, file)
  await database.inTransaction(async tx => {
    const received = await setUploadReceived(tx, id, mediaTypeCodes.video, mime)
    if (received) await convertLater(tx, id, received.waiting)
  })
}
