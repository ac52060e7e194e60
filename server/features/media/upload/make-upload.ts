import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { mostArchiveBytes, type UploadLimits, uploadProblem } from '#shared/features/media/rules.ts'
import { refuseMedia } from './file-kind.ts'
import type { UploadedRow } from '../media-item.ts'
import type { ReceivingDependencies } from './receive-file.ts'
import type { Tus } from './tus-server.ts'
import { countKept, findUploadByOwnKey, insertUpload, lockUploads } from '../queries.ts'

export type UploadDependencies = ReceivingDependencies & {
  tus: Tus
  limitsOf(brandId: string): UploadLimits
}

/** An announced file: its size in bytes, and the name and type its device gives it, which decide nothing. */
export type Announced = {
  bytes: number
  name: string | undefined
  type: string | undefined
  /** For the library of the school: from those who write courses. */
  isForLibrary?: boolean
  /** A course that is brought in: from those who write courses. */
  isArchive?: boolean
}

/** A course is larger than a file of it, and is gone once it was read. */
const forArchives = (limits: UploadLimits): UploadLimits => ({
  ...limits,
  fileBytes: mostArchiveBytes,
  personBytes: Math.max(limits.personBytes, 2 * mostArchiveBytes),
})

const nothing = { files: 0, bytes: 0, unready: 0, brandFiles: 0, brandBytes: 0, brandUnready: 0 }

/**
 * Creates the row of an upload, or finds the one that its owner made with the same key. A file that is too large, empty, or
 * more than the disk can take is refused before its first byte.
 */
export async function makeUpload(
  dependencies: UploadDependencies,
  actor: Actor,
  announced: Announced,
  ownKey: string | undefined,
): Promise<UploadedRow> {
  const { database } = dependencies
  const uploadKey = ownKey === undefined ? null : `${actor.userId} ${ownKey}`
  const madeBefore = async () => {
    const row = uploadKey === null ? undefined : await findUploadByOwnKey(database, uploadKey)
    if (row?.status === 'NOT_UPLOADED' && row.bytes !== announced.bytes)
      refuseCommon('invalid_input', { fields: ['Idempotency-Key'] })
    return row
  }
  const known = await madeBefore()
  if (known) return known
  await dependencies.tus.assertRoom(announced.bytes)
  const key = newFileKey()
  const isAuthor = ['author', 'admin'].includes(actor.role)
  const isForLibrary = announced.isForLibrary === true && isAuthor
  const isArchive = announced.isArchive === true && isAuthor
  const row = JSON.stringify({
    key,
    type: announcedType(announced.type),
    name: shownName(announced.name),
    bytes: announced.bytes,
    brandId: actor.brandId,
    ownerId: actor.userId,
    // By this its sender finds it also once it is the school's.
    uploadKey: uploadKey ?? (isForLibrary ? `${actor.userId} ${key}` : null),
    isForLibrary,
    isArchive,
  })
  const made = await database.inTransaction(async tx => {
    await lockUploads(tx, actor.userId)
    const kept = await countKept(tx, actor.userId, actor.brandId)
    const limits = dependencies.limitsOf(actor.brandId)
    const problem = uploadProblem(announced.bytes, kept ?? nothing, isArchive ? forArchives(limits) : limits)
    if (problem) refuseMedia(problem)
    return insertUpload(tx, row)
  })
  return made ?? (await madeBefore()) ?? refuseMedia('upload_conflict')
}

/** Provisional: the bytes decide; only what is announced as a sound may be one. */
function announcedType(type = ''): number {
  if (type.startsWith('audio/')) return mediaTypeCodes.sound
  if (type.startsWith('video/')) return mediaTypeCodes.video
  return type.startsWith('image/') ? mediaTypeCodes.image : mediaTypeCodes.document
}

const longest = 120

/** The name an upload is shown under: the last part of its device's name for it, on one line; never a path of the store. */
function shownName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const line = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const whole = Array.from(line)
  const short = whole.length > longest ? [...whole.slice(0, longest - 11), '…', ...whole.slice(-10)].join('') : line
  return /^\.*$/.test(short) ? 'file' : short
}
