import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { Metadata } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit, type CallDependencies, idempotencyKeyOf } from '#server/platform/http/bind-call.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { refuseMedia } from './file-kind.ts'
import { type UploadedRow, mediaFileWire } from '../media-item.ts'
import type { Announced, UploadDependencies } from './make-upload.ts'
import { keptMs, methodOf } from './tus-server.ts'
import { beginUpload, cancelUpload, ownUpload, placeOf, takePart, takeWhole } from './uploads.ts'

type Dependencies = Pick<CallDependencies, 'findBrand' | 'authenticate' | 'noteActing' | 'clock'> & UploadDependencies
type ByKey = { Params: { key: string } }

const hidden = { schema: { hide: true } }

/** Serves uploads in parts by the tus protocol at /spa/uploads, and small ones whole at POST /media-files. */
export async function serveUploads(server: FastifyInstance, dependencies: Dependencies) {
  await server.register(async scope => servePartial(scope, dependencies))
  await server.register(async scope => serveWhole(scope, dependencies))
}

async function servePartial(scope: FastifyInstance, dependencies: Dependencies) {
  const own = (request: FastifyRequest<ByKey>) => ownUpload(dependencies.database, actorOf(request), request.params.key)
  scope.removeAllContentTypeParsers()
  // The protocol reads the body itself, as a stream.
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', '1.0.0')
    if (request.method === 'OPTIONS') return
    await admit(request, dependencies, { access: 'learner' })
    if (request.headers['tus-resumable'] === '1.0.0') return
    reply.header('tus-version', '1.0.0')
    refuseMedia('unknown_upload_version')
  })

  scope.options('/spa/uploads', hidden, async (_request, reply) => {
    const headers = { 'tus-version': '1.0.0', 'tus-extension': 'creation,termination,expiration' }
    return reply.code(204).headers(headers).send()
  })

  scope.post('/spa/uploads', hidden, async (request, reply) => {
    const row = await beginUpload(dependencies, actorOf(request), announcedIn(request), idempotencyKeyOf(request))
    return tell(reply.code(201).header('location', `/spa/uploads/${row.key}`), row).send()
  })

  scope.head<ByKey>('/spa/uploads/:key', hidden, async (request, reply) => {
    const { row, offset } = await placeOf(dependencies, request, await own(request))
    return tell(reply, row).headers({ 'upload-offset': offset, 'upload-length': row.bytes }).send()
  })

  const patch = async (request: FastifyRequest<ByKey>, reply: FastifyReply) => {
    const row = await own(request)
    if (request.headers['content-type'] !== partType) refuseMedia('unknown_part_type')
    const taken = await takePart(dependencies, request, row)
    return tell(reply, taken.row).code(204).header('upload-offset', taken.offset).send()
  }
  scope.patch<ByKey>('/spa/uploads/:key', hidden, patch)

  const cancel = async (request: FastifyRequest<ByKey>, reply: FastifyReply) => {
    await cancelUpload(dependencies, request, await own(request), actorOf(request))
    return reply.code(204).send()
  }
  scope.delete<ByKey>('/spa/uploads/:key', hidden, cancel)

  // For who cannot send these methods, by the protocol.
  scope.post<ByKey>('/spa/uploads/:key', hidden, (request, reply) => {
    const method = methodOf(request)
    if (method === 'PATCH') return patch(request, reply)
    return method === 'DELETE' ? cancel(request, reply) : refuseCommon('not_found')
  })
}

function announcedIn(request: FastifyRequest): Announced {
  const { filename, filetype, purpose } = metadataOf(request)
  const isForLibrary = purpose === 'library'
  const isArchive = purpose === 'course'
  return { bytes: lengthOf(request), name: filename ?? undefined, type: filetype ?? undefined, isForLibrary, isArchive }
}

const partType = 'application/offset+octet-stream'

function tell(reply: FastifyReply, { id, status, createdAt }: UploadedRow): FastifyReply {
  if (status === 'NOT_UPLOADED') reply.header('upload-expires', new Date(createdAt * 1000 + keptMs).toUTCString())
  return reply.headers({ 'x-media-id': id, 'x-media-status': status })
}

function actorOf({ actor }: FastifyRequest): Actor {
  return actor ?? refuseCommon('not_signed_in')
}

function lengthOf({ headers }: FastifyRequest): number {
  const text = headers['upload-length']
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : refuseCommon('malformed_request')
}

function metadataOf({ headers }: FastifyRequest): Record<string, string | null> {
  const text = headers['upload-metadata']
  try {
    return typeof text === 'string' && text !== '' ? Metadata.parse(text) : {}
  } catch {
    return refuseCommon('malformed_request')
  }
}

/** Bytes of a form besides its file. */
const formBytes = 64 * 1024

async function serveWhole(scope: FastifyInstance, dependencies: Dependencies) {
  await scope.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 1024, parts: 11 } })
  scope.addHook('onRequest', request => admit(request, dependencies, { access: 'learner' }))
  const answer = async (request: FastifyRequest): Promise<MediaFileWire> => {
    const actor = actorOf(request)
    const limit = dependencies.limitsOf(actor.brandId).fileBytes
    const announced = Number(request.headers['content-length'] ?? limit)
    if (announced > limit + formBytes) refuseMedia('file_too_large')
    if (!request.isMultipart()) refuseCommon('malformed_request')
    await dependencies.tus.assertRoom(announced)
    const sent = await request.file({ limits: { fileSize: limit } }).catch(refuseForm)
    if (!sent) return refuseCommon('invalid_input', { fields: ['file'] })
    return mediaFileWire(await takeForm(request, actor, sent, dependencies), dependencies.clock())
  }
  scope.route({ method: 'POST', url: '/spa/api/v1/media-files', ...hidden, handler: answer })
}

/** An error without a code means that the form itself is malformed. */
function refuseForm(error: unknown): never {
  if (error instanceof Error && !('code' in error)) refuseCommon('malformed_request')
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') refuseMedia('storage_full')
  throw error
}

/** Stores the form's file once all of it has arrived; a cut connection leaves nothing behind. */
async function takeForm(
  request: FastifyRequest,
  actor: Actor,
  { file, filename, mimetype }: MultipartFile,
  dependencies: Dependencies,
): Promise<UploadedRow> {
  const ownKey = idempotencyKeyOf(request)
  const path = join(dependencies.folder, `form-${newFileKey()}`)
  try {
    await pipeline(file, createWriteStream(path)).catch(refuseForm)
    if (file.truncated) refuseMedia('file_too_large')
    const announced = { bytes: file.bytesRead, name: filename, type: mimetype }
    return await takeWhole(dependencies, actor, announced, path, ownKey)
  } finally {
    await rm(path, { force: true })
  }
}
