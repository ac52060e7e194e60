import { ConfigurationError } from '#server/platform/configuration-error.ts'
import { type ArchiveProblem, archiveProblemText } from '#shared/features/courses/report-texts.ts'

/** An archive that cannot be imported; `entry` is the name in it that is to blame, or the archive's own. */
export class ArchiveError extends ConfigurationError {
  override name = 'ArchiveError'
  readonly code: ArchiveProblem
  readonly entry: string
  /** What is wrong in it, for some problems. */
  readonly of: string | undefined
  constructor(code: ArchiveProblem, entry: string, { of, ...options }: ErrorOptions & { of?: string } = {}) {
    super(`${entry}: ${archiveProblemText(code, 'en', of)}`, options)
    this.code = code
    this.entry = entry
    this.of = of
  }
}
