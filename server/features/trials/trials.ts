import { writeAudit } from '#server/features/accounts/audit.ts'
import { insertTransferToken, insertTrialLearner } from '#server/features/accounts/queries.ts'
import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import { textIn } from '#server/features/courses/course-tree.ts'
import { readyDraft } from '#server/features/courses/draft/publish-draft.ts'
import type { CourseContent } from '#server/features/courses/publish/write-course.ts'
import { writeCourse } from '#server/features/courses/publish/write-course.ts'
import { deleteCourse } from '#server/features/courses/queries.ts'
import { markHomeworkPassed } from '#server/features/homework/queries.ts'
import { forgetTouched } from '#server/features/people/person-context.ts'
import { deletePerson } from '#server/features/people/queries.ts'
import { markDaysFinished } from '#server/features/progress/queries.ts'
import { insertUserStreams } from '#server/features/streams/cohort-queries.ts'
import { todayIn } from '#server/features/streams/local-days.ts'
import { insertCohort } from '#server/features/streams/place-queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { trials } from '#shared/features/trials/contract.ts'
import { areTrialDates, cohortAsOfToday, doneBefore } from '#shared/features/trials/rules.ts'
import { isLocalDate, type LocalDate } from '#shared/platform/times.ts'
import { findTrial, insertTrial, listCohortDates, listOldTrials } from './queries.ts'

type Calls = (typeof trials)['calls']
type TrialContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

const transferSeconds = 60
const keptSeconds = 7 * 86_400

/** Who learns in a trial, in the author's language. */
const names = { en: 'Trial learner', ru: 'Пробный ученик', es: 'Alumno de prueba' }

/** No brand's staff find a trial's course, nor what its learner does there: the brand of trials is nobody's. */
const brandOfTrials = (brandId: string) => `${brandId}/trials`

/** What a draft can be tried with. */
export function trialChoices({ db, user, caller, params, now, refuse }: TrialContext<'GET /studio/courses/:id/trial'>) {
  return db.inTransaction(async tx => {
    const ready = (await readyDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    const known = { today: todayIn(user.timezone, now), cohorts: await listCohortDates(tx, params.id) }
    if ('problems' in ready) return { ...known, problems_count: ready.problems.length, days: [] }
    const { course, stages } = ready.content
    const days = stages
      .flatMap(stage => stage.days)
      .map(({ dayNumber, texts, opensAfterDays }) => ({
        day_number: dayNumber,
        title: textIn(texts, 'title', caller.language, course.languages),
        opens_after_days: opensAfterDays,
      }))
    return { ...known, problems_count: 0, days }
  })
}

/**
 * Makes the draft a course of its own with one learner, for whom today is a chosen date, and answers a token that signs in as
 * them. Nobody else finds either; what the author tried before is gone.
 */
export async function startTrial(context: TrialContext<'POST /studio/courses/:id/trial'>): Promise<{ token: string }> {
  const { db, user, caller, params, body, now, refuse } = context
  const dates = datesOf(body, refuse)
  const token = newToken()
  const ended = await db.inTransaction(async tx => {
    const ready = (await readyDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    if ('problems' in ready) return refuse('trial_incomplete')
    const earlier = await findTrial(tx, user.userId, params.id)
    const sessions = earlier ? await endTrial(tx, earlier) : []
    const trial = await insertTrialCourse(tx, ready.content, `${params.id}-${user.userId}`)
    const learner = await insertTrialLearner(tx, user.userId, names[caller.language])
    if (!learner) throw new Error('The author is gone')
    const cohort = cohortAsOfToday(dates, todayIn(user.timezone, now))
    const place = await insertPlace(tx, { userId: learner.id, courseId: trial.id, ...cohort })
    if (body.is_caught_up) await catchUp(tx, place, trial.id, doneBefore(ready.content.stages, dates), now)
    await insertTrial(tx, {
      learnerId: learner.id,
      trialCourseId: trial.id,
      authorId: user.userId,
      courseId: params.id,
    })
    const until = now / 1000 + transferSeconds
    await insertTransferToken(tx, hashToken(token), learner.id, user.sessionId, until, user.userId)
    const detail = { date: dates.date, starts_on: dates.startsOn }
    await writeAudit(tx, user, { action: 'course.try', targetType: 'course', targetId: params.id, detail })
    return sessions
  })
  forgetTouched(db, ended)
  return { token }
}

/** Removes trials that nobody goes on with. */
export async function tidyTrials(database: Database, now: number): Promise<void> {
  const ended = await database.inTransaction(async tx => {
    const old = await listOldTrials(tx, now / 1000 - keptSeconds)
    const touched = []
    for (const trial of old) touched.push(...(await endTrial(tx, trial)))
    return touched
  })
  forgetTouched(database, ended)
}

type Asked = { starts_on: LocalDate; ends_on: LocalDate; date: LocalDate }
type Refuse = (code: 'invalid_input' | 'trial_dates', detail: { fields: string[] }) => never

function datesOf({ starts_on: startsOn, ends_on: endsOn, date }: Asked, refuse: Refuse) {
  for (const [field, given] of Object.entries({ starts_on: startsOn, ends_on: endsOn, date }))
    if (!isLocalDate(given)) refuse('invalid_input', { fields: [field] })
  const dates = { startsOn, endsOn, date }
  return areTrialDates(dates) ? dates : refuse('trial_dates', { fields: ['date'] })
}

async function endTrial(tx: Db, { learnerId, trialCourseId }: { learnerId: number; trialCourseId: number }) {
  const sessions = await deletePerson(tx, learnerId)
  await deleteCourse(tx, trialCourseId)
  return sessions
}

function insertTrialCourse(tx: Db, content: CourseContent, key: string) {
  const brandId = brandOfTrials(content.course.brandId)
  return writeCourse(tx, { ...content, course: { ...content.course, brandId, key } })
}

type Place = { userId: number; courseId: number; startsOn: LocalDate; endsOn: LocalDate }

async function insertPlace(tx: Db, place: Place): Promise<number> {
  const cohort = await insertCohort(tx, place.courseId, place.startsOn, place.endsOn, null)
  const [made] = await insertUserStreams(tx, JSON.stringify([{ ...place, streamId: cohort?.id }]))
  if (!made) throw new Error('The trial has no place')
  return made.id
}

async function catchUp(tx: Db, placeId: number, courseId: number, done: ReturnType<typeof doneBefore>, now: number) {
  await markDaysFinished(tx, placeId, courseId, done.days, now / 1000)
  await markHomeworkPassed(tx, placeId, done.homework)
}
