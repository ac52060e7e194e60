import { codeRefusal, readCode } from '#shared/features/cohorts/code-rules.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { insertUserStreams } from '#server/features/streams/cohort-queries.ts'
import { setPlaceWhole } from '#server/features/streams/place-queries.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { CohortContext } from '../cohort-context.ts'
import { findTypedCode, insertJoined, lockCohortOfCode, type TypedCode } from './queries.ts'

type Asking = CohortContext<'POST /enrolment/check'> | CohortContext<'POST /enrolment'>

/** What a code lets the caller join. */
export async function checkCode(context: CohortContext<'POST /enrolment/check'>) {
  const { db, now, user, body, caller, refuse } = context
  const found = await findTypedCode(db, readCode(body.code), user.brandId, user.userId)
  if (!found) return refuse('code_unknown', { fields: ['code'] })
  const placeId = ownPlace(found)
  if (placeId === null) refuseClosed(context, found)
  const titles = await courseTitles(db, [{ id: found.courseId, version: found.courseVersion }], caller.language)
  return {
    course_title: titles.get(found.courseId) ?? '',
    starts_on: found.startsOn,
    ends_on: found.cohortEndsOn,
    is_demo: found.isDemo,
    state: todayIn(user.timezone, now) < found.startsOn ? ('not_started' as const) : ('open' as const),
    stream_id: placeId,
  }
}

/**
 * Joins a cohort by a code, by the same enrolment as staff do it. The cohort is held while its seats and those of the code are
 * counted, so that neither is given twice. A demo place in the cohort becomes a whole one.
 */
export function joinByCode(context: CohortContext<'POST /enrolment'>) {
  const { db, now, user, body, refuse } = context
  const typed = readCode(body.code)
  return db.inTransaction(async tx => {
    await lockCohortOfCode(tx, typed, user.brandId)
    const found = await findTypedCode(tx, typed, user.brandId, user.userId)
    if (!found) return refuse('code_unknown', { fields: ['code'] })
    const placeId = ownPlace(found)
    if (placeId !== null) return { stream_id: placeId }
    refuseClosed(context, found)
    const made = makesWhole(found) ? await setPlaceWhole(tx, found.placeId) : await insertPlace(tx, user.userId, found)
    if (!made) return refuse('code_unknown', { fields: ['code'] })
    await insertJoined(tx, found.id, user.userId, now / 1000)
    return { stream_id: made.id }
  })
}

async function insertPlace(tx: Db, userId: number, found: TypedCode) {
  const { courseId, cohortId: streamId, startsOn, cohortEndsOn: endsOn, isDemo } = found
  const [made] = await insertUserStreams(tx, JSON.stringify([{ userId, courseId, streamId, startsOn, endsOn, isDemo }]))
  return made
}

/** Whether the code lets the learner into the whole course, of which they have the demo in this cohort. */
const makesWhole = (found: TypedCode): found is TypedCode & { placeId: number } =>
  found.placeId !== null && !found.isTakenOut && found.hasOnlyDemo && !found.isDemo

const ownPlace = (found: TypedCode) => (found.isTakenOut || makesWhole(found) ? null : found.placeId)

function refuseClosed({ now, user, refuse }: Asking, found: TypedCode) {
  const { cohortEndsOn: endsOn, cohortSeats: seats, isTakenOut: wasTakenOut, ...code } = found
  // A demo place has its seat already.
  const taken = makesWhole(found) ? found.taken - 1 : found.taken
  const refusal = codeRefusal({ ...code, wasTakenOut, cohort: { endsOn, seats, taken } }, todayIn(user.timezone, now))
  if (refusal) refuse(refusal, { fields: ['code'] })
}
