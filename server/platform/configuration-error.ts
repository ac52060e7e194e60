/** The server cannot start as it is set up; the message tells its operator what to change. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
