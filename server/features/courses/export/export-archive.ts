import type { FastifyInstance } from 'fastify'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { type FileStore, isPlace, newFileKey } from '#server/platform/storage/file-store.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import { courseArchive } from '../import/course-archive.ts'
import { writtenFiles } from '../import/export-course.ts'
import { findExport, insertExport } from './export-queries.ts'

const name = 'POST /studio/courses/:id/export'
type Asking = Context<typeof name, (typeof courses)['calls'][typeof name]>

/** Opens an address at which a browser fetches the course, since what it fetches by itself carries no session. */
export function exportAddress({ db, user, params, refuse }: Asking) {
  return db.inTransaction(async tx => {
    const key = newFileKey()
    const found = (await insertExport(tx, key, params.id, user.brandId)) ?? refuse('not_found')
    if (!found.isPublished) return refuse('course_unpublished')
    const detail = { title: found.title }
    await writeAudit(tx, user, { action: 'course.export', targetType: 'course', targetId: params.id, detail })
    return { url: `/spa/course-archives/${key}` }
  })
}

type Parts = { database: Database; receiving: { store: FileStore; folder: string } }

/** Serves published courses as archives, by the unguessable addresses that were opened for them. */
export function serveArchives(server: FastifyInstance, { database, receiving }: Parts): void {
  server.get<{ Params: { key: string } }>(
    '/spa/course-archives/:key',
    { schema: { hide: true } },
    async (request, reply) => {
      const { key } = request.params
      const found = isPlace(key, 'any') ? await findExport(database, key) : undefined
      const { brandId, courseKey } = found ?? refuseCommon('not_found')
      const written = (await writtenFiles(database, { brandId, key: courseKey })) ?? refuseCommon('not_found')
      reply.headers({
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${courseKey}.tar.gz"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      return reply.send(courseArchive(receiving.store, written, receiving.folder))
    },
  )
}
