import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import type { Listener } from '#server/platform/database/listener.ts'
import { ExpiringMemory } from '#server/platform/expiring-memory.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import { contentTypeOf } from '#server/platform/storage/content-types.ts'
import { type FileStore, isPlace } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { savedName } from '#shared/features/media/saved-name.ts'
import type { UploadedRow } from '../media-item.ts'
import { findUploadedByKey } from '../queries.ts'
import { type AskedFile, askedFile, isSignatureGood } from './signed-address.ts'

/** Whether a person may watch or read an item that is not their own at `now` (ms). */
export type MayWatch = (actor: Actor, item: { id: number; isPrivate: boolean }, now: number) => Promise<boolean>

/** Whether anybody may watch an item of a course. */
export type IsOpenToAll = (mediaId: number) => Promise<boolean>

type MediaDependencies = {
  database: Database
  store: FileStore
  listener: Pick<Listener, 'on' | 'onConnection'>
  clock(): number
  authenticate(token: string, now: number): Promise<Actor | undefined>
  mayWatch: MayWatch
  isOpenTo: IsOpenToAll
}

const yearSeconds = 365 * 86_400
const hourSeconds = 3600

/**
 * Serves stored files with ranges, or redirects to the store. A course's pictures and posters open by their unguessable key,
 * everything else of a course only for those who may watch it. Uploads open by a signed address or for those who may see them;
 * a valid signature does not help a session that may not. The permission for an item of a course is cached for five minutes per
 * session, that for an upload is not: who leaves the staff sees none from then on. The session itself is checked each time.
 */
export async function serveMediaFiles(server: FastifyInstance, dependencies: MediaDependencies) {
  const { database, store, clock, listener } = dependencies
  const memory = () => new RecentMemory<UploadedRow>(4_000_000, () => 1000)
  let items = memory()
  const forget = () => {
    items = memory()
  }
  listener.on('media_changed', forget)
  listener.onConnection(forget)
  const access = accessTo(dependencies)
  /** Only items of courses are cached, until one changes: uploads do so often, and an unknown key may exist a moment later. */
  async function itemOf(key: string): Promise<UploadedRow> {
    const known = items.recall(key)
    if (known) return known
    const found = (await findUploadedByKey(database, key)) ?? refuseCommon('not_found')
    if (!found.isPrivate && found.ownerId === null) void items.keep(key, Promise.resolve(found))
    return found
  }
  await server.register(async scope => {
    await scope.register(fastifyStatic, { serve: false, decorateReply: true })
    scope.setErrorHandler<Error & { statusCode?: number; headers?: Record<string, string> }>(
      (error, _request, reply) => {
        if (error.statusCode !== 412 && error.statusCode !== 416) throw error
        return reply
          .code(error.statusCode)
          .headers({ ...error.headers, 'cache-control': 'no-store' })
          .send()
      },
    )
    scope.get<Asked>('/media/:key/*', { schema: { hide: true } }, async (request, reply) => {
      const { key } = request.params
      const asked = askedFile(request.params['*'])
      if (!isPlace(key, asked.path)) refuseCommon('not_found')
      const item = await itemOf(key)
      if (!isPartOf(item, asked.path)) refuseCommon('not_found')
      if (!isOpen(item, asked.path) && !(await access(request, item, asked))) refuseCommon('not_found')
      const saved = 'download' in request.query ? savedAs(item, asked) : undefined
      const found = await store.find(key, asked.path, request.method === 'HEAD' ? 'HEAD' : 'GET', saved)
      if ('address' in found) return sendAway(reply, found.address)
      describe(reply, item, asked, clock())
      if (saved !== undefined) reply.header('content-disposition', saved)
      return reply.sendFile(found.path, found.folder, { contentType: false, cacheControl: false })
    })
  })
}

type Asked = { Params: { key: string; '*': string }; Querystring: Record<string, unknown> }

/** With `?download` a browser saves the file under its own name instead of showing it, wherever it is stored. */
function savedAs({ name }: UploadedRow, { path }: AskedFile): string {
  const quoted = encodeURIComponent(savedName(name, path)).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename*=UTF-8''${quoted}`
}

function describe(reply: FastifyReply, item: UploadedRow, { path, signature }: AskedFile, now: number) {
  const { type, isInline } = contentTypeOf(path)
  reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', vary: 'Cookie, Authorization' })
  if (!isInline) reply.header('content-disposition', 'attachment')
  const signedSeconds = signature ? Math.max(0, Math.floor(signature.expires - now / 1000)) : hourSeconds
  const seconds = isOpen(item, path) ? yearSeconds : signedSeconds
  reply.header('cache-control', `private, max-age=${seconds}, immutable`)
}

/** The store's address expires, so the redirect must not be cached. */
function sendAway(reply: FastifyReply, address: string) {
  return reply.header('cache-control', 'no-store').redirect(address, 302)
}

function isPartOf({ files, status }: UploadedRow, path: string): boolean {
  if (status !== 'DONE') return false
  const { subtitles = [], ...single } = files
  if (Object.values(single).includes(path) || subtitles.some(subtitle => subtitle.path === path)) return true
  // What devices download instead of a film is made when first asked for, so no list has it.
  if (files.mp4 !== undefined && path.startsWith('downloads/')) return true
  return files.hls !== undefined && path.startsWith('hls/')
}

function isOpen({ type, files, isPrivate }: UploadedRow, path: string): boolean {
  return !isPrivate && (type === mediaTypeCodes.image || path === files.poster)
}

/** A media element can send a session only in a cookie, the learner's or the staff's; everything else sends a bearer token. */
function tokensOf({ headers }: FastifyRequest): string[] {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return [bearer]
  return [...(headers.cookie ?? '').matchAll(/(?:^|;\s*)(?:staff_)?token=([^;]+)/g)].map(([, token = '']) => token)
}

function accessTo({ authenticate, clock, mayWatch, isOpenTo }: MediaDependencies) {
  const isGranted = grants(mayWatch)
  return async (request: FastifyRequest, item: UploadedRow, { signature }: AskedFile): Promise<boolean> => {
    const now = clock()
    const actors = await Promise.all(tokensOf(request).map(token => authenticate(token, now)))
    const sessions = actors.filter(actor => actor !== undefined)
    for (const actor of sessions) {
      if (actor.secondFactor) continue
      if (actor.userId === item.ownerId || (await isGranted(actor, itemAsked(item), now))) return true
    }
    if (!item.isPrivate) return isOpenTo(itemAsked(item).id)
    return sessions.length === 0 && isSignatureGood(item, signature, now)
  }
}

/** What was replaced plays on for those who may watch what took its place. */
const itemAsked = (item: UploadedRow): UploadedRow =>
  item.replacesId !== null && !item.isInLibrary ? { ...item, id: item.replacesId } : item

function grants(mayWatch: MayWatch) {
  const granted = new ExpiringMemory<true>({ keptMs: 5 * 60_000, most: 50_000 })
  return async (actor: Actor, item: UploadedRow, now: number): Promise<boolean> => {
    if (item.isPrivate) return mayWatch(actor, item, now)
    const grant = `${actor.sessionId} ${item.id}`
    if (granted.find(grant, now)) return true
    if (!(await mayWatch(actor, item, now))) return false
    granted.keep(grant, true, now)
    return true
  }
}
