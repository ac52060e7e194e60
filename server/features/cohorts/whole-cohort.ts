import type { CohortWire } from '#shared/features/cohorts/contract.ts'
import { opensOn } from '#shared/features/progress/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { courseStructure } from '#server/features/courses/course-structure.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import type { CohortContext } from './cohort-context.ts'
import { type CohortRow, findCohort, listCohorts } from './queries.ts'

/** The cohorts of the brand. */
export async function allCohorts({ db, now, user, caller }: CohortContext<'GET /studio/cohorts'>) {
  const rows = await listCohorts(db, user.brandId)
  const titles = await courseTitles(db, rows.map(courseOf), caller.language)
  const today = todayIn(user.timezone, now)
  return rows.map(row => cohortWire(row, titles.get(row.course_id) ?? '', today))
}

/** A cohort with its days, whose dates are those of a learner without pauses. */
export async function wholeCohort({ db, now, user, caller, params, refuse }: CohortContext<'GET /studio/cohorts/:id'>) {
  const row = (await findCohort(db, params.id, user.brandId)) ?? refuse('not_found')
  const titles = await courseTitles(db, [courseOf(row)], caller.language)
  const structure = await courseStructure(db, row.course_id, row.course_version)
  const texts = structure.dayTexts(caller.language)
  return {
    ...cohortWire(row, titles.get(row.course_id) ?? '', todayIn(user.timezone, now)),
    is_course_archived: row.is_course_archived,
    experts: row.experts,
    days: structure.days.map(day => ({
      id: day.id,
      day_number: day.dayNumber,
      title: texts.get(day.id)?.title ?? '',
      day_of_rest: day.dayOfRest,
      opens_on: opensOn(day, row.starts_on, []),
    })),
  }
}

const courseOf = (row: CohortRow) => ({ id: row.course_id, version: row.course_version })

function cohortWire(row: CohortRow, title: string, today: LocalDate): CohortWire {
  const { id, course_id, starts_on, ends_on, seats, learners_count } = row
  const state = today < starts_on ? 'not_started' : today <= ends_on ? 'open' : 'ended'
  return { id, course_id, course_title: title, starts_on, ends_on, state, seats, learners_count }
}
