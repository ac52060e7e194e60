import { ConfigurationError } from '#server/platform/configuration-error.ts'
import { isDiskFull } from '#server/platform/storage/free-bytes.ts'

/** What to tell the operator, in a sentence, of a start that failed; undefined for a failure that nobody foresaw. */
export function startProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDiskFull(error)) return 'the disk is full; make room and start again'
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE'
  return error instanceof ConfigurationError || isPortTaken ? error.message : undefined
}
