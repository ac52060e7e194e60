import { writeAudit } from '#server/features/accounts/audit.ts'
import { rehearse } from '#server/platform/database/rehearse.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import { textIn } from '../course-tree.ts'
import { effectsSeal, publishVersion } from './publish-version.ts'
import { findCourseVersions, findVersion, listWrittenCourses, lockCourse } from './version-queries.ts'

type Calls = (typeof courses)['calls']
type Authoring<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** The courses of the author's brand. */
export async function writtenCourses({ db, user, caller: { language } }: Authoring<'GET /studio/courses'>) {
  const rows = await listWrittenCourses(db, user.brandId)
  return rows.map(row => ({ ...row, title: textIn(row.texts, 'title', language, row.languages) }))
}

const perPage = 20

/** What a course is, and a page of what it was. */
export async function courseVersions(context: Authoring<'GET /studio/courses/:id/versions'>) {
  const { db, user, params, query, caller, setPage, refuse } = context
  const { page = 1 } = query
  const asked = { id: params.id, brandId: user.brandId, limit: perPage, offset: (page - 1) * perPage }
  const found = (await findCourseVersions(db, asked)) ?? refuse('not_found')
  setPage({ page, perPage, total: found.total })
  return { ...found, title: textIn(found.texts, 'title', caller.language, found.languages) }
}

/** What publishing an earlier version again would do. */
export function versionEffects({
  db,
  user,
  params,
  refuse,
}: Authoring<'GET /studio/courses/:id/versions/:versionId/effects'>) {
  return rehearse(db, async tx => {
    const found = await lockedVersion(tx, params.id, user.brandId, params.versionId)
    if (!found) return refuse('not_found')
    const { effects, seal } = await publishAgain(tx, found, params.versionId, user.userId)
    return { effects, seal }
  })
}

/** Publishes an earlier version again, with no other effects than the author saw. */
export function bringBack({ db, user, params, body, refuse }: Authoring<'POST /studio/courses/:id/versions'>) {
  return db.inTransaction(async tx => {
    const found = await lockedVersion(tx, params.id, user.brandId, body.version)
    if (!found) return refuse('not_found')
    if (found.contentHash === found.currentHash) return { version: found.current }
    const { version, seal } = await publishAgain(tx, found, body.version, user.userId)
    if (seal !== body.seal) refuse('effects_changed')
    const detail = { version, brought_back: body.version }
    await writeAudit(tx, user, { action: 'course.publish', targetType: 'course', targetId: params.id, detail })
    return { version }
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findVersion>>>

/** A version, and what is published, which cannot change until the transaction ends. */
async function lockedVersion(tx: Db, id: number, brandId: string, number: number) {
  const isThere = await lockCourse(tx, id, brandId)
  return isThere && findVersion(tx, id, brandId, number)
}

async function publishAgain(tx: Db, { content, contentHash, source, current }: Found, number: number, userId: number) {
  const next = { content, contentHash, source, publishedBy: userId, broughtBack: number }
  const published = await publishVersion(tx, next)
  return { ...published, seal: effectsSeal(current, contentHash, published.effects) }
}
