import type { CheckedLineWire } from '#shared/features/cohorts/contract.ts'
import { type ListedPerson, type ReadLine, readPeople } from '#shared/features/cohorts/people-list.ts'
import { writeAudits } from '#server/features/accounts/audit.ts'
import { insertLearners } from '#server/features/accounts/queries.ts'
import { insertUserStreams } from '#server/features/streams/cohort-queries.ts'
import { findOverfull, lockCohort } from '#server/features/streams/place-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { CohortContext } from './cohort-context.ts'
import { findCohort, listPeopleByEmail } from './queries.ts'

/** What would become of each line of a list. */
export async function checkList(context: CohortContext<'POST /studio/cohorts/:id/people/check'>) {
  const { db, user, params, body, refuse } = context
  const cohort = (await findCohort(db, params.id, user.brandId)) ?? refuse('not_found')
  if (cohort.is_course_archived) return refuse('course_archived')
  const lines = await judged(db, body.people, { brandId: user.brandId, cohortId: params.id })
  return {
    lines: lines.map(({ line, outcome, problem }) => ({ line, outcome, problem: problem ?? null })),
    seats_left: cohort.seats === null ? null : Math.max(0, cohort.seats - cohort.learners_count),
  }
}

/**
 * Enrols the people in the good lines. Accounts, places, log and invitations are one transaction, so that a list that is sent
 * again, or was cut off, neither enrols nor invites anybody twice.
 */
export function enrolList(context: CohortContext<'POST /studio/cohorts/:id/people'>, jobs: Pick<JobQueue, 'sendAll'>) {
  const { db, user, caller, params, body, now, refuse } = context
  const { brandId } = user
  return db.inTransaction(async tx => {
    const cohort = (await lockCohort(tx, params.id, brandId)) ?? refuse('not_found')
    const lines = await judged(tx, body.people, { brandId, cohortId: params.id })
    const account = { brandId, languageCode: caller.language, timezone: user.timezone }
    const unknown = lines.filter(({ outcome }) => outcome === 'new')
    const added = await insertLearners(tx, JSON.stringify(unknown.map(line => ({ ...line, ...account }))))
    const known = lines.flatMap(({ outcome, userId }) => (outcome === 'known' && userId ? [userId] : []))
    const { courseId, startsOn, endsOn, seats } = cohort
    const terms = { courseId, streamId: params.id, startsOn, endsOn }
    const places = [...known, ...added.map(({ id }) => id)].map(userId => ({ ...terms, userId }))
    const made = places.length ? await insertUserStreams(tx, JSON.stringify(places)) : []
    if (!made.length) return { enrolled: 0, invited_ids: [] }
    if (cohort.isArchived) return refuse('course_archived')
    if (seats !== null && (await findOverfull(tx, params.id))) return refuse('no_seat')
    const targetIds = made.map(({ userId }) => userId)
    const detail = { cohort_id: params.id, from: 'list' }
    await writeAudits(tx, user, { action: 'learner.enrol', targetType: 'user', targetIds, detail })
    const invitedIds = added.map(({ id }) => id)
    const data = { inviterId: user.userId, askedAt: now / 1000 }
    const invitations = invitedIds.map(userId => ({ key: String(userId), data: { ...data, userId } }))
    if (invitations.length) await jobs.sendAll(tx, 'send-invitation', invitations)
    return { enrolled: made.length, invited_ids: invitedIds }
  })
}

type Judged = ReadLine & { outcome: CheckedLineWire['outcome']; userId?: number }

/** Each line with what the school knows of its e-mail. */
async function judged(
  db: Db,
  people: readonly ListedPerson[],
  { brandId, cohortId }: { brandId: string; cohortId: number },
): Promise<Judged[]> {
  const lines = readPeople(people)
  const emails = lines.flatMap(({ email, problem }) => (problem ? [] : [email]))
  const found = new Map((await listPeopleByEmail(db, brandId, emails, cohortId)).map(one => [one.email, one]))
  return lines.map(line => {
    if (line.problem) return { ...line, outcome: 'wrong' }
    const known = found.get(line.email)
    if (!known) return { ...line, outcome: 'new' }
    if (!known.isActive) return { ...line, outcome: 'wrong', problem: 'not_active' }
    return { ...line, outcome: known.isPresent ? 'present' : 'known', userId: known.id }
  })
}
