import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Upload } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { Refused, refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { isPlace } from '#server/platform/storage/file-store.ts'
import { media } from '#shared/features/media/contract.ts'
import { type MediaRefusal, refuseMedia, headBytes } from './file-kind.ts'
import { type Announced, makeUpload, type UploadDependencies } from './make-upload.ts'
import type { UploadedRow } from '../media-item.ts'
import { problemOf, receiveFile } from './receive-file.ts'
import { findBegunUpload, findUploadedById, setUploadFailed } from '../queries.ts'
import { removeUpload } from '../remove-upload.ts'

type Place = { row: UploadedRow; offset: number }

/** The file that collects an upload's bytes. */
const fileOf = ({ folder }: UploadDependencies, { key }: UploadedRow) => join(folder, key)

const receiving = new Map<string, Promise<void>>()

/** Stores a complete upload, one run at a time; answers its row. */
async function receive(dependencies: UploadDependencies, row: UploadedRow): Promise<UploadedRow> {
  const { key, id } = row
  const work =
    receiving.get(key) ?? receiveFile(dependencies, row, fileOf(dependencies, row)).finally(() => receiving.delete(key))
  receiving.set(key, work)
  await work
  return (await findUploadedById(dependencies.database, id)) ?? refuseCommon('not_found')
}

async function finish(dependencies: UploadDependencies, row: UploadedRow): Promise<UploadedRow> {
  const received = await receive(dependencies, row)
  await dependencies.tus.files.configstore.delete(row.key)
  return received
}

/** Refuses a file that may not be sent as soon as its first bytes are here. */
async function judgeEarly(dependencies: UploadDependencies, row: UploadedRow, offset: number) {
  const problem = offset < headBytes ? undefined : await problemOf(row, fileOf(dependencies, row))
  if (problem === undefined) return
  await setUploadFailed(dependencies.database, row.id, problem)
  await dependencies.tus.files.remove(row.key)
  dependencies.onMediaChanged(row.id)
  refuseMedia(problem)
}

/** A failed upload's reason as a refusal. */
function refuseFailed({ failure }: UploadedRow): never {
  const code = failure as MediaRefusal
  throw new Refused(code, media.refusals[code], {})
}

/** The person's own upload; anyone else's is not found. */
export async function ownUpload(db: Db, { userId }: Actor, key: string): Promise<UploadedRow> {
  return (isPlace(key, 'any') ? await findBegunUpload(db, key, userId) : undefined) ?? refuseCommon('not_found')
}

/** Begins an upload in parts, or finds the one made with the same key. */
export async function beginUpload(
  dependencies: UploadDependencies,
  actor: Actor,
  announced: Announced,
  ownKey: string | undefined,
): Promise<UploadedRow> {
  const { files } = dependencies.tus
  const row = await makeUpload(dependencies, actor, announced, ownKey)
  if (row.status !== 'NOT_UPLOADED') return row
  const isBegun = await files.getUpload(row.key).then(
    () => true,
    () => false,
  )
  if (!isBegun) await files.create(new Upload({ id: row.key, size: row.bytes, offset: 0 }))
  return row
}

/**
 * How much of an upload has arrived, in bytes; a complete one that is not stored yet is stored now. When another request has
 * stored it meanwhile, its file here is gone.
 */
export async function placeOf(deps: UploadDependencies, request: FastifyRequest, row: UploadedRow): Promise<Place> {
  if (row.status !== 'NOT_UPLOADED') return { row, offset: row.bytes }
  try {
    const offset = Number((await deps.tus.ask(request, row.key)).headers.get('upload-offset'))
    return offset === row.bytes ? { row: await finish(deps, row), offset } : { row, offset }
  } catch (error) {
    const now = await findUploadedById(deps.database, row.id)
    if (!now || now.status === 'NOT_UPLOADED') throw error
    return { row: now, offset: now.bytes }
  }
}

/** Takes the next part of an upload. Refuses with its reason when the file turns out to be unusable. */
export async function takePart(deps: UploadDependencies, request: FastifyRequest, row: UploadedRow): Promise<Place> {
  const from = Number(request.headers['upload-offset'])
  if (row.status === 'FAIL') refuseFailed(row)
  if (row.status !== 'NOT_UPLOADED') return from === row.bytes ? { row, offset: from } : refuseMedia('upload_conflict')
  // Others upload at the same time: the room there was at the beginning may be gone.
  await deps.tus.assertRoom(Number(request.headers['content-length'] ?? row.bytes))
  const offset = Number((await deps.tus.ask(request, row.key)).headers.get('upload-offset'))
  if (offset < row.bytes) {
    if (from < headBytes) await judgeEarly(deps, row, offset)
    return { row, offset }
  }
  const finished = await finish(deps, row)
  return finished.status === 'FAIL' ? refuseFailed(finished) : { row: finished, offset }
}

/** Stores the complete file at `path`, which is gone afterwards. */
export async function takeWhole(
  dependencies: UploadDependencies,
  actor: Actor,
  announced: Announced,
  path: string,
  ownKey: string | undefined,
): Promise<UploadedRow> {
  let row = await makeUpload(dependencies, actor, announced, ownKey)
  if (row.status === 'NOT_UPLOADED') {
    await rename(path, fileOf(dependencies, row))
    row = await receive(dependencies, row)
  }
  return row.status === 'FAIL' ? refuseFailed(row) : row
}

/** Cancels an upload; refused when a message contains it. */
export async function cancelUpload(deps: UploadDependencies, request: FastifyRequest, row: UploadedRow, actor: Actor) {
  if (row.status === 'NOT_UPLOADED') await deps.tus.ask(request, row.key)
  const isRemoved = await deps.database.inTransaction(tx => removeUpload(tx, row.id, actor.userId))
  if (!isRemoved) refuseMedia('file_in_use')
  await rm(fileOf(deps, row), { force: true })
}
