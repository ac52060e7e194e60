import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { mostVoiceBytes } from '#shared/features/media/rules.ts'
import {
  archiveOfFile,
  documentOfFile,
  FileFailure,
  type FileKind,
  kindOfFile,
  type MediaRefusal,
  soundOfFile,
} from './file-kind.ts'
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
 * What an upload is by its bytes; a document is one only in a school's library. Undefined when it is nothing that may be sent.
 */
async function kindOfUpload(
  { isInLibrary, isArchive, type, name }: UploadedRow,
  file: string,
): Promise<FileKind | undefined> {
  if (isArchive) return archiveOfFile(file, name)
  if (!isInLibrary && type === mediaTypeCodes.sound) return soundOfFile(file)
  return (await kindOfFile(file)) ?? (isInLibrary ? documentOfFile(file, name) : undefined)
}

/** How large a document may be: it is opened on phones. */
const mostDocumentBytes = 100_000_000

/** Why a file is not taken by its first bytes and its size; undefined when it is. */
export async function problemOf(row: UploadedRow, file: string): Promise<MediaRefusal | undefined> {
  const kind = await kindOfUpload(row, file)
  if (!kind && row.isArchive) return 'not_a_course_file'
  if (!kind) return row.isInLibrary ? 'not_for_library' : 'not_photo_or_video'
  if (kind.kind === 'sound' && row.bytes > mostVoiceBytes) return 'file_too_large'
  return kind.kind === 'document' && !row.isArchive && row.bytes > mostDocumentBytes ? 'document_too_large' : undefined
}

/**
 * Stores a whole file by what its bytes say it is: a picture or document is done at once, a video is converted later, anything
 * else or broken ends as FAIL. Removes the file. Doing it again changes nothing.
 */
export async function receiveFile(dependencies: ReceivingDependencies, row: UploadedRow, file: string): Promise<void> {
  try {
    const problem = await problemOf(row, file)
    if (problem) throw new FileFailure(problem)
    const kind = await kindOfUpload(row, file)
    if (kind?.kind === 'document') await receiveDocument(dependencies, row, file, kind)
    else if (kind?.kind === 'picture') await receivePicture(dependencies, row, file, kind)
    else if (kind?.kind === 'video' || kind?.kind === 'sound') await receiveFilm(dependencies, row, file, kind)
    else throw new FileFailure('format_unsupported')
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
    let madeBytes = 0
    for (const path of Object.values(paths)) {
      madeBytes += (await stat(join(made, path))).size
      await store.move(key, path, join(made, path))
    }
    const figures = { width, height, durationMs: 0, bytes, madeBytes }
    const done = { id, type: mediaTypeCodes.image, mime: 'image/webp', files: paths, ...figures }
    await setUploadDone(database, doneText(done))
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

async function receiveDocument(
  { database, store }: ReceivingDependencies,
  { id, key, bytes }: UploadedRow,
  file: string,
  { extension, mime }: Extract<FileKind, { kind: 'document' }>,
) {
  const original = `document${extension}`
  await store.move(key, original, file)
  const figures = { width: null, height: null, durationMs: 0, bytes, madeBytes: 0 }
  await setUploadDone(database, doneText({ id, type: mediaTypeCodes.document, mime, files: { original }, ...figures }))
}

/** A film or a voice is converted later. */
async function receiveFilm(
  { database, store, convertLater }: ReceivingDependencies,
  { id, key }: UploadedRow,
  file: string,
  { kind, mime }: Extract<FileKind, { kind: 'video' | 'sound' }>,
) {
  await store.move(key, sourceName, file)
  await database.inTransaction(async tx => {
    const received = await setUploadReceived(tx, id, mediaTypeCodes[kind], mime)
    if (received) await convertLater(tx, id, received.waiting)
  })
}
