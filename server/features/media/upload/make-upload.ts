import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { refuseMedia } from './file-kind.ts'
import type { UploadedRow } from '../media-item.ts'
import type { ReceivingDependencies } from './receive-file.ts'
import type { Tus } from './tus-server.ts'
import { countUnfinished, findUploadByOwnKey, insertUpload } from '../queries.ts'

export type UploadDependencies = ReceivingDependencies & {
  tus: Tus
  /** How large a file may be in a brand, in bytes. */
  limitOf(brandId: string): number
}

/** An announced file: its size in bytes, and the name and type its device gives it, which decide nothing. */
export type Announced = { bytes: number; name: string | undefined; type: string | undefined }

const unfinishedAtMost = 100

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
  await assertWelcome(dependencies, actor, announced.bytes)
  const made = await insertUpload(
    database,
    JSON.stringify({
      key: newFileKey(),
      type: announcedType(announced.type),
      name: shownName(announced.name),
      bytes: announced.bytes,
      brandId: actor.brandId,
      ownerId: actor.userId,
      uploadKey,
    }),
  )
  return made ?? (await madeBefore()) ?? refuseMedia('upload_conflict')
}

async function assertWelcome({ database, tus, limitOf }: UploadDependencies, actor: Actor, bytes: number) {
  if (bytes > limitOf(actor.brandId)) refuseMedia('file_too_large')
  if (bytes === 0) refuseMedia('file_broken')
  await tus.assertRoom(bytes)
  const unfinished = await countUnfinished(database, actor.userId)
  if ((unfinished?.count ?? 0) >= unfinishedAtMost) refuseMedia('too_many_uploads')
}

/** Provisional: the bytes decide. */
function announcedType(type = ''): number {
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
