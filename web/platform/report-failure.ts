import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { type Failure, failureLimits, isWorthTelling, withoutPeople } from '#shared/platform/failure-reports.ts'
import type { FailureKind } from './failures.ts'

/** The most reports per visit; more would add nothing. */
const mostReports = 20
const reported = new Set<string>()

function failureOf(error: unknown): Failure {
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? '' }
  return { name: typeof error, message: typeof error === 'string' ? error : '', stack: '' }
}

/** Refusals that a screen explains: no session, not allowed, not there. */
const explained = [401, 403, 404]

function isWorth(error: unknown, failure: Failure, kind: FailureKind): boolean {
  if (kind === 'load' && error instanceof RequestError) return !explained.includes(error.status)
  return isWorthTelling(failure)
}

/**
 * Reports a failure once per visit, without personal data: only the path of the address, no tokens, no text of theirs. It
 * therefore needs no consent. A report that cannot be sent is dropped.
 */
export async function reportFailure(error: unknown, kind: FailureKind): Promise<void> {
  const failure = failureOf(error)
  const key = `${failure.name} ${failure.message} ${failure.stack.slice(0, 300)}`
  if (!isWorth(error, failure, kind) || reported.has(key) || reported.size >= mostReports) return
  reported.add(key)
  const text = (part: keyof Failure) => withoutPeople(failure[part]).slice(0, failureLimits[part])
  const path = withoutPeople(location.pathname).slice(0, failureLimits.path)
  const report = { kind, name: text('name'), message: text('message'), stack: text('stack'), path }
  await request('POST /error-reports', { body: { reports: [report] }, outlivesPage: true }).catch(() => {})
}
