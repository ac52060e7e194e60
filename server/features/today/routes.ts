import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { hashToken } from '#server/features/accounts/secrets.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import { type Context, routes } from '#server/platform/http/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { titleIn } from '#shared/features/clubs/titles.ts'
import { today } from '#shared/features/today/contract.ts'
import { lastingJobs } from '#shared/features/today/rules.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import { jobsOfBrand } from './own-jobs.ts'
import { askForLetter, findFirstSteps, findToday, setLetterOpened } from './queries.ts'

type Calls = (typeof today)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>
type Jobs = Pick<JobQueue, 'send' | 'sendFailed' | 'listFailed'>

const soonDays = 7
const none = { asked_at: null, sent_at: null, opened_at: null, problem: null, detail: '' }

async function readToday({ db, user, caller, now, refuse }: In<'GET /studio/today'>, jobs: Jobs) {
  const date = localDate(now, user.timezone)
  const found = await findToday(db, user.brandId, now / 1000, date, addDays(date, soonDays))
  if (!found) return refuse('not_found')
  const { cohorts, reported, ...waiting } = found
  const courses = cohorts.map(({ course_id: id, course_version: version }) => ({ id, version }))
  const titles = await courseTitles(db, courses, caller.language)
  return {
    ...waiting,
    cohorts: cohorts.map(({ id, starts_on, learners_count, course_id: courseId }) => ({
      id,
      starts_on,
      learners_count,
      course_title: titles.get(courseId) ?? '',
    })),
    reported: reported.map(({ titles: named, ...club }) => ({ ...club, title: titleIn(named, caller.language) })),
    failed_jobs: await jobs.listFailed(db, jobsOfBrand(user.brandId)),
  }
}

/** Calls of an administrator's day and of a school's first steps. */
export function todayRoutes(jobs: Jobs) {
  return routes(today, {
    'GET /studio/today': context => readToday(context, jobs),
    'POST /studio/failed-jobs/retry': ({ db, user }) =>
      db.inTransaction(async tx => {
        const retried = await jobs.sendFailed(tx, lastingJobs, jobsOfBrand(user.brandId))
        const detail = { count: retried }
        if (retried > 0)
          await writeAudit(tx, user, { action: 'jobs.retry', targetType: 'user', targetId: user.userId, detail })
        return { retried }
      }),
    'GET /studio/first-steps': async ({ db, user, refuse }) => {
      const found = (await findFirstSteps(db, user.brandId)) ?? refuse('not_found')
      return { ...found, letter: found.letter ?? none }
    },
    'POST /studio/test-letter': ({ db, user, now }) =>
      db.inTransaction(async tx => {
        await askForLetter(tx, user.brandId, now / 1000)
        await jobs.send(tx, 'send-test-letter', randomUUID(), { userId: user.userId, brandId: user.brandId })
        return {}
      }),
    'POST /test-letter': async ({ db, body, caller, now, refuse }) =>
      (await setLetterOpened(db, caller.brandId, hashToken(body.token), now / 1000)) === 0
        ? refuse('letter_link_over')
        : {},
  })
}
