import { writeAudits } from '#server/features/accounts/audit.ts'
import { insertUserStreams } from '#server/features/streams/cohort-queries.ts'
import { findOverfull, lockCohort } from '#server/features/streams/place-queries.ts'
import type { CohortContext } from './cohort-context.ts'
import { listActivePeople } from './queries.ts'

/** Gives people of the school a place in a cohort; those who have one keep it as it is. */
export function enrolPeople({ db, user, params, body, refuse }: CohortContext<'POST /studio/cohorts/:id/learners'>) {
  const userIds = [...new Set(body.user_ids)]
  return db.inTransaction(async tx => {
    const cohort = (await lockCohort(tx, params.id, user.brandId)) ?? refuse('not_found')
    const people = await listActivePeople(tx, userIds, user.brandId)
    if (people.length < userIds.length) return refuse('no_person', { fields: ['user_ids'] })
    const { courseId, startsOn, endsOn, seats } = cohort
    const terms = { courseId, streamId: params.id, startsOn, endsOn, isDemo: body.is_demo ?? false }
    const places = people.map(({ id }) => ({ ...terms, userId: id }))
    const made = await insertUserStreams(tx, JSON.stringify(places))
    // Asked once it is known that somebody is new: who sends again what was done before is told so.
    if (cohort.isArchived && made.length) return refuse('course_archived')
    if (seats !== null && made.length && (await findOverfull(tx, params.id))) return refuse('no_seat')
    const targetIds = made.map(place => place.userId)
    const detail = { cohort_id: params.id }
    if (made.length) await writeAudits(tx, user, { action: 'learner.enrol', targetType: 'user', targetIds, detail })
    return { enrolled: made.length }
  })
}
