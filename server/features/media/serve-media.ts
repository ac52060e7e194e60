import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/database/database.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import { contentTypeOf } from '#server/platform/storage/content-types.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { type MediaRow } from './media-row.ts'
import { findMediaByKey } from './queries.ts'

/** Whether a person may watch or read an item at `now` (ms): GRD-10, STR-07. */
export type MayWatch = (actor: Actor, mediaId: number, now: number) => Promise<boolean>

export type MediaDependencies = {
  database: Database
  store: FileStore
  clock(): number
  authenticate(token: string, now: number): Promise<Actor | undefined>
  mayWatch: MayWatch
}

const grantMs = 5 * 60_000
const grantsKept = 50_000
const yearSeconds = 365 * 86_400
const hourSeconds = 3600

/**
 * Serves stored files with ranges (MED-06). Pictures and posters open by their unguessable key; everything else only to
 * who may watch it: that is asked once in five minutes a session and item; whether the session still is, each time.
 */
export async function serveMediaFiles(server: FastifyInstance, dependencies: MediaDependencies) {
  const { database, store, clock, authenticate } = dependencies
  const items = new RecentMemory<MediaRow>(4_000_000, () => 1000)
  const isGranted = grants(dependencies.mayWatch)
  await server.register(async scope => {
    await scope.register(fastifyStatic, { root: store.folder, serve: false, decorateReply: true })
    scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      if (error.statusCode !== 416) throw error
      return reply.code(416).header('cache-control', 'no-store').send()
    })
    scope.get<{ Params: { key: string; '*': string } }>('/media/:key/*', hidden, async (request, reply) => {
      const { key, '*': path } = request.params
      if (store.pathOf(key, path) === undefined) refuseCommon('not_found')
      const item = await items.recallOrMake(key, () => knownItem(findMediaByKey(database, key)))
      if (!isPartOf(item, path)) refuseCommon('not_found')
      if (!isOpen(item, path)) {
        const token = tokenOf(request)
        const actor = token === undefined ? undefined : await authenticate(token, clock())
        if (!actor || !(await isGranted(actor, item.id, clock()))) refuseCommon('not_found')
      }
      const { type, isInline } = contentTypeOf(path)
      reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff', vary: 'Cookie, Authorization' })
      if (!isInline) reply.header('content-disposition', 'attachment')
      reply.header('cache-control', `private, max-age=${isOpen(item, path) ? yearSeconds : hourSeconds}, immutable`)
      return reply.sendFile(`${key}/${path}`, { contentType: false, cacheControl: false })
    })
  })
}

const hidden = { schema: { hide: true } }

/** An unknown key is not kept, so that it is found as soon as there is one. */
async function knownItem(found: Promise<MediaRow | undefined>): Promise<MediaRow> {
  return (await found) ?? refuseCommon('not_found')
}

function isPartOf({ files }: MediaRow, path: string): boolean {
  const { subtitles = [], ...single } = files
  if (Object.values(single).includes(path) || subtitles.some(subtitle => subtitle.path === path)) return true
  return files.hls !== undefined && path.startsWith('hls/')
}

function isOpen({ type, files }: MediaRow, path: string): boolean {
  return type === mediaTypeCodes.image || path === files.poster
}

/** A browser's media element can send the session only in a cookie; everything else sends it as to any call. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer ?? /(?:^|;\s*)token=([^;]+)/.exec(headers.cookie ?? '')?.[1]
}

function grants(mayWatch: MayWatch) {
  const until = new Map<string, number>()
  return async (actor: Actor, mediaId: number, now: number): Promise<boolean> => {
    const grant = `${actor.sessionId} ${mediaId}`
    if ((until.get(grant) ?? 0) > now) return true
    until.delete(grant)
    if (!(await mayWatch(actor, mediaId, now))) return false
    if (until.size >= grantsKept) until.clear()
    until.set(grant, now + grantMs)
    return true
  }
}
