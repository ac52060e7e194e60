import { writeAudit } from '#server/features/accounts/audit.ts'
import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import type { CourseUseWire } from '#shared/features/courses/archive-calls.ts'
import { demoOf } from '#shared/features/brands/rules.ts'
import { localDate } from '#shared/platform/times.ts'
import { textIn } from '../course-tree.ts'
import { findArchiveEffects, setCourseArchived } from './archive-queries.ts'

type Calls = (typeof courses)['calls']
type In<Name extends keyof Calls> = Context<Name, Calls[Name]>
type Asked = Pick<In<'GET /studio/courses/:id/archive-effects'>, 'user' | 'params' | 'caller' | 'now'> & { db: Db }

/** What archiving a course would mean; undefined where the brand has published no such course. */
async function effectsOf({ db, user, params, caller, now }: Asked, brands: Brands) {
  const today = localDate(now, user.timezone)
  const found = await findArchiveEffects(db, { id: params.id, brandId: user.brandId, today })
  if (!found) return undefined
  const { key, products, ...effects } = found
  const brand = brandById(brands, user.brandId)
  const isDemo = (['web', 'mobile'] as const).some(app => demoOf(brand, app)?.courseKey === key)
  const uses: CourseUseWire[] = products.map(({ id, texts }) => ({
    kind: 'product',
    id,
    title: textIn(texts, 'title', caller.language, Object.keys(texts)),
  }))
  if (isDemo) uses.push({ kind: 'demo', id: null, title: '' })
  return { ...effects, uses }
}

/** The calls that archive a course; the brand decides which one is its demo. */
export const archiving = (brands: Brands) => ({
  async 'GET /studio/courses/:id/archive-effects'(context: In<'GET /studio/courses/:id/archive-effects'>) {
    return (await effectsOf(context, brands)) ?? context.refuse('not_found')
  },

  'PUT /studio/courses/:id/state'(context: In<'PUT /studio/courses/:id/state'>) {
    const { db, now, user, params, body, caller, refuse } = context
    const isArchived = body.state === 'archived'
    return db.inTransaction(async tx => {
      const asked = { id: params.id, brandId: user.brandId, isArchived, nowSeconds: now / 1000 }
      const { texts, languages, wasArchived } = (await setCourseArchived(tx, asked)) ?? refuse('not_found')
      if (wasArchived === isArchived) return body
      // Asked once the course is held: a product that is shown at the same time waits, or is found.
      const effects = isArchived ? await effectsOf({ ...context, db: tx }, brands) : undefined
      if (effects?.uses.length) return refuse('course_in_use')
      const detail = { title: textIn(texts, 'title', caller.language, languages) }
      const action = isArchived ? 'course.archive' : 'course.restore'
      await writeAudit(tx, user, { action, targetType: 'course', targetId: params.id, detail })
      return body
    })
  },
})
