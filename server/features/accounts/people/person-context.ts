import type { Context } from '#server/platform/http/routes.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { people } from '#shared/features/accounts/people-contract.ts'
import { applyToSessions } from '../sessions.ts'
import { type LockedPerson, lockPeople, type TouchedSession } from './queries.ts'

type Calls = (typeof people)['calls']
export type PeopleContext<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** What the calls about people need beside what each request brings. */
export type PeopleParts = {
  jobs: Pick<JobQueue, 'send'>
  /** Where an upload can be fetched for some hours from `now` (ms); null where it cannot. */
  fileAddresses(db: Db, ownerId: number, now: number): Promise<{ id: number; name: string; url: string | null }[]>
}

/** One person, locked, and the administrators who would be left without them. */
export async function lockOne(
  tx: Db,
  id: number,
  brandId: string,
  withAdmins = true,
): Promise<{ person: LockedPerson | undefined; isLastAdmin: boolean }> {
  const rows = await lockPeople(tx, id, brandId, withAdmins)
  const person = rows.find(row => row.id === id)
  const isActiveAdmin = (row: LockedPerson) => row.role === 'admin' && row.status > 0 && !row.isBlocked
  const others = rows.filter(row => row.id !== id && isActiveAdmin(row))
  return { person, isLastAdmin: person !== undefined && isActiveAdmin(person) && others.length === 0 }
}

/** After the commit: this node knows of it before the call is answered. */
export function forgetTouched(db: Db, touched: readonly TouchedSession[]) {
  const keys = (isEnded: boolean) => touched.filter(one => one.isEnded === isEnded).map(({ key }) => key)
  applyToSessions(db, { ended: keys(true), changed: keys(false) })
}
