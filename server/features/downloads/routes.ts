import { configIn } from '#shared/features/brands/rules.ts'
import { downloads } from '#shared/features/downloads/contract.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { findStreamWithProgress } from '#server/features/progress/queries.ts'
import { isMobileDenied } from '#server/features/streams/stream-wire.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type LeaseKey, loadLeaseKey, signLease } from './lease.ts'
import { itemWire, isUnfound, manifestWire } from './manifest-wire.ts'
import { allowsOffline, leaseUntil, openPart } from './open-items.ts'
import { listMeasured } from './queries.ts'

export const measureJob = 'measure-download'

/** The most files that one request has measured; the next one asks for more. */
const mostMeasured = 200

type Calls = (typeof downloads)['calls']
type Name = 'GET /user-course-streams/:id/downloads' | 'POST /user-course-streams/:id/downloads/lease'
type Asked = Pick<Context<Name, Calls[Name]>, 'db' | 'now' | 'params' | 'user' | 'caller' | 'refuse'>

/** The calls of downloads. */
export function downloadRoutes(brands: Brands, jobs: Pick<JobQueue, 'sendAll'>) {
  const keyOf = rememberKey()
  return routes(downloads, {
    'GET /user-course-streams/:id/downloads': async ({ query, ...asked }) => {
      const { row, part } = await openPartOf(asked, brands)
      const items = part.items.filter(
        ({ dayIds, lessonIds }) =>
          (query.day_id === undefined || dayIds.includes(query.day_id)) &&
          (query.lesson_id === undefined || lessonIds.includes(query.lesson_id)),
      )
      const ids = items.map(({ media }) => media.id)
      const known = new Map((await listMeasured(asked.db, ids)).map(one => [one.mediaId, one]))
      const unfound = items.filter(item => isUnfound(item, known.get(item.media.id))).slice(0, mostMeasured)
      const toMeasure = unfound.map(({ media: { id } }) => ({ key: String(id), data: { mediaId: id } }))
      if (toMeasure.length > 0) await jobs.sendAll(asked.db, measureJob, toMeasure)
      return manifestWire(
        row,
        part,
        items.map(item => itemWire(item, known.get(item.media.id))),
        asked.caller.language,
      )
    },

    'POST /user-course-streams/:id/downloads/lease': async ({ body, ...asked }) => {
      const { db, now, user } = asked
      const { row, part } = await openPartOf(asked, brands)
      const open = new Set(part.items.map(({ media }) => media.id))
      const until = leaseUntil(row, now, user.timezone)
      const files = [...new Set(body.file_ids)].filter(id => open.has(id)).toSorted((one, other) => one - other)
      const lease = { user_id: user.userId, stream_id: row.id, files, until, server_time: Math.floor(now / 1000) }
      return signLease(await keyOf(db), lease)
    },
  })
}

/** What of the caller's stream is open; refuses where the school or the course keeps it on line. */
async function openPartOf({ db, now, params, user, caller, refuse }: Asked, brands: Brands) {
  const row = (await findStreamWithProgress(db, params.id, user.userId, [])) ?? refuse('not_found')
  if (isMobileDenied(row, caller)) refuse('downloads_off')
  const config = configIn(brandById(brands, user.brandId), caller.appType)
  const part = await openPart(db, row, { now, timeZone: user.timezone, language: caller.language })
  if (!part) return refuse('not_found')
  if (!config.isOfflineEnable || !allowsOffline(row, part.tree)) refuse('downloads_off')
  return { row, part }
}

function rememberKey(): (db: Database) => Promise<LeaseKey> {
  let known: Promise<LeaseKey> | undefined
  return db => {
    known ??= loadLeaseKey(db).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}
