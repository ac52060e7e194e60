import type { Context } from '#server/platform/http/routes.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { PersonalTables } from '#server/platform/personal-tables.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { people } from '#shared/features/people/contract.ts'
import { applyToSessions } from '#server/features/accounts/sessions/sessions.ts'
import type { TouchedSession } from './queries.ts'

type Calls = (typeof people)['calls']
export type PeopleContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** What the calls about people need beside what each request brings. */
export type PeopleParts = { jobs: Pick<JobQueue, 'send'>; personalTables: PersonalTables }

/** Call after the commit: this node applies the change before the call is answered. */
export function forgetTouched(db: Db, touched: readonly TouchedSession[]) {
  const keys = (isEnded: boolean) => touched.filter(one => one.isEnded === isEnded).map(({ key }) => key)
  applyToSessions(db, { ended: keys(true), changed: keys(false) })
}
