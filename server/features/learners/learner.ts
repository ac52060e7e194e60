import type { PlaceWire } from '#shared/features/learners/contract.ts'
import { answersInWords } from '#shared/features/onboarding/rules.ts'
import { effectiveEndsOn, streamStatus } from '#shared/features/streams/rules.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { courseOf } from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import { askedOf, type LearnerContext } from './learner-context.ts'
import { findLearner, type PlaceRow } from './queries.ts'

/** A learner with what they chose on joining, and each course as they see it on their day. */
export async function learnerCard(brands: Brands, context: LearnerContext<'GET /studio/learners/:id'>) {
  const { db, now, user, caller, refuse } = context
  const { chosen, rows, ...learner } = (await findLearner(db, askedOf(context))) ?? refuse('not_found')
  const titles = await courseTitles(db, rows.map(courseOf), caller.language)
  const places = rows.map(row => placeWire(row, titles.get(row.course_id) ?? '', now, learner.timezone))
  const { userInfoChat } = brandById(brands, user.brandId).config
  const answers = answersInWords(userInfoChat, chosen).map(({ question, answer }) => ({
    question: question[caller.language],
    answer: answer[caller.language],
  }))
  return { ...learner, answers, places }
}

/** A place as its learner sees it at `now` (ms) in their `timezone`. */
export function placeWire(row: PlaceRow, title: string, now: number, timezone: string): PlaceWire {
  const today = todayIn(timezone, now)
  const terms = termsOn(row, today, timezone)
  return {
    id: row.id,
    cohort_id: row.cohort_id,
    course_title: title,
    starts_on: row.starts_on,
    ends_on: effectiveEndsOn(terms, row.freezes),
    status: streamStatus(terms, today),
    is_demo: row.is_demo,
    course_full_access: row.course_full_access,
    days_done: row.complete_days_count,
    days_count: row.days_count,
  }
}
