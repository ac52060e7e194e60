import { request } from '#kit/request/request.ts'
import { type Failure, failureLimits, isWorthTelling, withoutPeople } from '#shared/platform/failure-reports.ts'
import type { FailureKind } from './failures.ts'

/** More than a visit could tell anything new with. */
const mostTold = 20
const told = new Set<string>()

function failureOf(error: unknown): Failure {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' }
  return { name: typeof error, message: typeof error === 'string' ? error : '', stack: '' }
}

/**
 * Reports a failure once a visit, without anything of the person: no address beyond its path, no token, no text of theirs. So
 * it is part of what keeps the school working and needs no consent. A report that fails is let go.
 */
export async function reportFailure(error: unknown, kind: FailureKind): Promise<void> {
  const failure = failureOf(error)
  const key = `${failure.name} ${failure.message} ${failure.stack.slice(0, 300)}`
  if (!isWorthTelling(failure) || told.has(key) || told.size >= mostTold) return
  told.add(key)
  const text = (part: keyof Failure) => withoutPeople(failure[part]).slice(0, failureLimits[part])
  const path = withoutPeople(location.pathname).slice(0, failureLimits.path)
  const report = { kind, name: text('name'), message: text('message'), stack: text('stack'), path }
  await request('POST /error-reports', { body: { reports: [report] }, outlivesPage: true }).catch(() => {})
}
