import { listUserEmails } from '#server/features/accounts/queries.ts'
import { CourseFileError, type Imported, importCourse } from '#server/features/courses/import/import-course.ts'
import { insertUserStream, upsertCohort } from '#server/features/streams/cohort-queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { addDays } from '#shared/platform/times.ts'

export type CohortRequest = {
  file: string
  brandId: string
  /** First days of the cohorts. */
  starts: readonly string[]
  /** Length of each, in days. */
  days?: number
  /** Whom to enrol in each. */
  emails?: readonly string[]
}

const graceDays = 30

/** Imports a course with its cohorts and learners, all or nothing; importing it again changes nothing. */
export function importWithCohorts(
  database: Database,
  store: FileStore,
  { file, brandId, starts, days, emails = [] }: CohortRequest,
): Promise<Imported> {
  return importCourse(database, store, { file, brandId }, async (tx, { id, course }) => {
    const users = emails.length ? await listUserEmails(tx, brandId) : []
    const userIds = emails.map(email => {
      const user = users.find(known => known.email.toLowerCase() === email.toLowerCase())
      return user?.id ?? refuseEmail(file, email)
    })
    const lastDay = Math.max(0, ...course.stages.flatMap(stage => stage.days.map(day => day.opensAfterDays)))
    for (const startsOn of starts) {
      const endsOn = addDays(startsOn, (days ?? lastDay + 1 + graceDays) - 1)
      const cohort = await upsertCohort(tx, id, startsOn, endsOn, days !== undefined)
      for (const userId of userIds)
        if (cohort) await insertUserStream(tx, JSON.stringify({ userId, courseId: id, ...cohort, streamId: cohort.id }))
    }
  })
}

function refuseEmail(file: string, email: string): never {
  throw new CourseFileError([{ file, place: '', reason: `was not imported: the brand has no user ${email}` }])
}
