import { usualEnd } from '#shared/features/cohorts/rules.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { insertCohort } from '#server/features/streams/place-queries.ts'
import { checkCohort, checkDates, type CohortContext, lastOpeningOf } from './cohort-context.ts'
import { findCourseOfBrand } from './queries.ts'

/** Opens a cohort of a course. */
export async function openCohort({ db, now, user, body, refuse }: CohortContext<'POST /studio/cohorts'>) {
  const { starts_on: startsOn, ends_on: chosenEnd, seats = null } = body
  checkDates({ starts_on: startsOn, ends_on: chosenEnd }, refuse)
  const course = await findCourseOfBrand(db, body.course_id, user.brandId)
  if (!course) return refuse('no_course', { fields: ['course_id'] })
  const lastOpening = lastOpeningOf(await courseStructure(db, course.id, course.version))
  const endsOn = chosenEnd ?? usualEnd(startsOn, lastOpening)
  checkCohort({ startsOn, endsOn }, { today: todayIn(user.timezone, now), lastOpening }, refuse)
  return db.inTransaction(async tx => {
    const { id, isArchived } = (await insertCohort(tx, course.id, startsOn, endsOn, seats)) ?? refuse('no_course')
    if (isArchived) return refuse('course_archived', { fields: ['course_id'] })
    if (id === null) return refuse('cohort_exists', { fields: ['starts_on'] })
    const detail = { course_id: course.id, starts_on: startsOn, ends_on: endsOn, seats }
    await writeAudit(tx, user, { action: 'cohort.open', targetType: 'cohort', targetId: id, detail })
    return { id }
  })
}
