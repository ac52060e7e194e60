import { writeAudit } from '#server/features/accounts/audit.ts'
import { type Texts, textIn } from '#server/features/courses/course-tree.ts'
import { lockCourse } from '#server/features/courses/publish/version-queries.ts'
import { findCourseExperts, replaceCourseExperts } from '#server/features/courses/queries.ts'
import { type Context, routes } from '#server/platform/http/routes.ts'
import { claimLastsMs } from '#shared/features/homework/rules.ts'
import { workload } from '#shared/features/workload/contract.ts'
import { findTeaching, listLoads } from './queries.ts'

type Calls = (typeof workload)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

type Titled = { texts: Texts; languages: string[] }

function withTitle<Row extends Titled>({ texts, languages, ...row }: Row, language: string) {
  return { ...row, title: textIn(texts, 'title', language, languages) }
}

/** Calls for administrators about who answers where, and how much. */
export const workloadRoutes = routes(workload, {
  'GET /studio/teaching': async ({ db, user, caller, now, refuse }) => {
    const found = (await findTeaching(db, user.brandId, (now - claimLastsMs) / 1000)) ?? refuse('not_found')
    return { experts: found.experts, courses: found.courses.map(course => withTitle(course, caller.language)) }
  },

  'PUT /studio/courses/:id/experts': nameExperts,

  'GET /studio/workload': async ({ db, user, caller, now }) => {
    const rows = await listLoads(db, user.brandId, now / 1000, (now - claimLastsMs) / 1000)
    return rows.map(row => ({ ...row, courses: row.courses.map(course => withTitle(course, caller.language)) }))
  },
})

/** Replaces the experts of a course, with nobody else than the caller has seen there; the same again changes nothing. */
function nameExperts({ db, user, params, body, refuse }: In<'PUT /studio/courses/:id/experts'>) {
  return db.inTransaction(async tx => {
    if (!(await lockCourse(tx, params.id, user.brandId))) return refuse('not_found')
    const wanted = new Set(body.user_ids)
    const { named = [], able = [] } = (await findCourseExperts(tx, params.id, user.brandId, [...wanted])) ?? {}
    if (isSame(wanted, named)) return {}
    if (!isSame(new Set(body.seen_ids), named)) return refuse('experts_changed')
    const added = [...wanted].filter(id => !named.includes(id))
    if (added.some(id => !able.includes(id))) return refuse('no_expert', { fields: ['user_ids'] })
    await replaceCourseExperts(tx, params.id, [...wanted])
    const detail = { added, removed: named.filter(id => !wanted.has(id)) }
    await writeAudit(tx, user, { action: 'course.experts', targetType: 'course', targetId: params.id, detail })
    return {}
  })
}

const isSame = (ids: ReadonlySet<number>, others: readonly number[]) =>
  ids.size === others.length && others.every(id => ids.has(id))
