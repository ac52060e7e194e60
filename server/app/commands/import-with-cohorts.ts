import { listUserEmails } from '#server/features/accounts/queries.ts'
import {
  CourseFileError,
  type CourseRequest,
  type Imported,
  importCourse,
} from '#server/features/courses/import/import-course.ts'
import { insertUserStreams, upsertCohort } from '#server/features/streams/cohort-queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { cohortRefusal, usualEnd } from '#shared/features/cohorts/rules.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/platform/times.ts'

export type CohortRequest = CourseRequest & {
  /** Decides which cohorts would be over before they began. */
  today: LocalDate
  /** First days of the cohorts. */
  starts: readonly LocalDate[]
  /** Length of each, in days. */
  days?: number | undefined
  /** Whom to enrol in each. */
  emails?: readonly string[]
  /** Called in the same transaction when all is done. */
  note?: (tx: Db, done: Imported & { cohorts: readonly ImportedCohort[] }) => Promise<void>
}

export type ImportedCohort = {
  startsOn: LocalDate
  endsOn: LocalDate
  isNew: boolean
  /** E-mails of those who have got a place, and of those who had it. */
  enrolled: string[]
  present: string[]
}

/** Imports a course with its cohorts and learners, all or nothing; importing it again changes nothing. */
export async function importWithCohorts(
  database: Database,
  store: FileStore,
  request: CohortRequest,
): Promise<Imported & { cohorts: ImportedCohort[] }> {
  const { file, starts, emails = [], note } = request
  const cohorts: ImportedCohort[] = []
  const imported = await importCourse(database, store, request, async (tx, course) => {
    const users = emails.length ? await listUserEmails(tx, request.brandId) : []
    const learners = emails.map(
      email => users.find(known => known.email.toLowerCase() === email.toLowerCase()) ?? refuseEmail(file, email),
    )
    for (const startsOn of starts) {
      const cohort = await openCohort(tx, course, startsOn, request)
      const added = { ...cohort, enrolled: [] as string[], present: [] as string[] }
      for (const { id: userId, email } of learners) {
        const place = { userId, courseId: course.id, ...cohort, streamId: cohort.id }
        const made = await insertUserStreams(tx, JSON.stringify([place]))
        added[made.length ? 'enrolled' : 'present'].push(email)
      }
      cohorts.push(added)
    }
    await note?.(tx, { ...course, cohorts })
  })
  return { ...imported, cohorts }
}

/** The course's cohort; refused when it would be over already, begins years ahead, or ends before its last day opens. */
async function openCohort(tx: Db, { id, course, refuse }: Imported, startsOn: LocalDate, request: CohortRequest) {
  const { file, today, days } = request
  const openings = course.stages.flatMap((stage, at) =>
    stage.days.map((day, index) => ({ ...day, place: `stages[${at}].days[${index}]` })),
  )
  const lastOpening = Math.max(0, ...openings.map(day => day.opensAfterDays))
  const wantedEnd = days === undefined ? usualEnd(startsOn, lastOpening) : addDays(startsOn, days - 1)
  const refusal = cohortRefusal({ startsOn, endsOn: wantedEnd }, { today, lastOpening })
  if (refusal === 'cohort_far') throw wrongCohort(file, startsOn, 'begins more than ten years from now')
  const cohort = await upsertCohort(tx, id, startsOn, wantedEnd, days === undefined ? 'keep-end' : 'move-end')
  if (!cohort) throw new Error('The cohort was not written')
  if (cohort.isNew && cohort.endsOn < today) throw wrongCohort(file, startsOn, `would be over since ${cohort.endsOn}`)
  const length = daysBetween(startsOn, cohort.endsOn) + 1
  const closed = openings.filter(day => day.opensAfterDays >= length)
  if (closed.length)
    refuse(
      closed.map(({ place, dayNumber, opensAfterDays }) => ({
        place: `${place}.dayNumber`,
        reason:
          `is ${dayNumber} and opens after ${opensAfterDays} days, but the cohort of ${startsOn} has ${length} days; ` +
          'give it more by --days',
      })),
    )
  return cohort
}

function wrongCohort(file: string, startsOn: LocalDate, reason: string): CourseFileError {
  return new CourseFileError([{ file, place: '', reason: `was not imported: the cohort of ${startsOn} ${reason}` }])
}

function refuseEmail(file: string, email: string): never {
  throw new CourseFileError([{ file, place: '', reason: `was not imported: the brand has no user ${email}` }])
}
