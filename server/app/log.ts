import pino, { type DestinationStream, type Logger } from 'pino'

/** Credentials that are never logged, at any depth of an entry. */
const secret = [
  'token',
  'password',
  'password_repeat',
  'current_password',
  'authorization',
  'cookie',
  'token_hash',
  'password_hash',
  'passwordHash',
]
const depths = ['', '*.', '*.*.', '*.*.*.']

/** The server's log of JSON lines, to the console or to `destination`. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  // PostgreSQL's detail of a rejected row contains that row.
  const redact = [...depths.flatMap(depth => secret.map(name => `${depth}${name}`)), 'err.detail']
  const options = { level, redact, base: undefined, serializers: { err: errorWithoutClient } }
  return destination ? pino(options, destination) : pino(options)
}

/** The driver attaches its whole client, with every statement it knows, to a connection error. */
function errorWithoutClient(error: Error) {
  const { client: _, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown }
  return told
}
