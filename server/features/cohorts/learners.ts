import { effectiveEndsOn, streamStatus } from '#shared/features/streams/rules.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { CohortContext } from './cohort-context.ts'
import { listLearners } from './queries.ts'

/** A page of the learners of a cohort, with how far they are. */
export async function cohortLearners(context: CohortContext<'GET /studio/cohorts/:id/learners'>) {
  const { db, now, user, params, query, setPage, refuse } = context
  const { sort = 'name', order = 'asc', page = 1, 'per-page': perPage = 100 } = query
  const rows = await listLearners(db, {
    cohortId: params.id,
    brandId: user.brandId,
    sort,
    isDescending: order === 'desc',
    nowSeconds: now / 1000,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  if (!rows[0]?.isThere) return refuse('not_found')
  setPage({ page, perPage, total: rows[0].total })
  return rows.flatMap(row => {
    if (row.id === null) return []
    const today = todayIn(row.timezone, now)
    const terms = termsOn(row, today, row.timezone)
    return [
      {
        id: row.id,
        user_id: row.user_id,
        name: row.name,
        email: row.email,
        status: streamStatus(terms, today),
        ends_on: effectiveEndsOn(terms, row.freezes),
        is_demo: row.is_demo,
        course_full_access: row.course_full_access,
        reached: row.reached,
        days_done: row.days_done,
        days_count: row.days_count,
        done: row.done,
        seen_at: row.seen_at,
        waiting: row.waiting,
        overdue: row.overdue,
        points: row.points,
      },
    ]
  })
}
