import { writeAudit } from '#server/features/accounts/audit.ts'
import { deleteUnusedCohort, lockCohortWhole } from '#server/features/streams/place-queries.ts'
import type { CohortContext } from './cohort-context.ts'

/** Deletes a cohort that was opened by mistake: nothing of a learner hangs on it. */
export function deleteCohort({ db, user, params, refuse }: CohortContext<'DELETE /studio/cohorts/:id'>) {
  return db.inTransaction(async tx => {
    const cohort = (await lockCohortWhole(tx, params.id, user.brandId)) ?? refuse('not_found')
    if ((await deleteUnusedCohort(tx, params.id)) === 0) return refuse('cohort_in_use')
    const detail = { course_id: cohort.courseId, starts_on: cohort.startsOn }
    await writeAudit(tx, user, { action: 'cohort.delete', targetType: 'cohort', targetId: params.id, detail })
    return {}
  })
}
