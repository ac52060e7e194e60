import { ConfigurationError } from '../../configuration-error.ts'

/** The embedded database cannot start; the message is written for the operator and says what to do. */
export class EmbeddedPostgresError extends ConfigurationError {
  override name = 'EmbeddedPostgresError'
}

/** Where a start tells what it does. */
export type StartLog = { info(message: string): void; warn(message: string): void }
