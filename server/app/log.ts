import pino, { type DestinationStream, type Logger } from 'pino'

/** What opens an account is never written down, wherever in an entry it stands. */
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
  // PostgreSQL's detail of a refused row is that row.
  const redact = [...depths.flatMap(depth => secret.map(name => `${depth}${name}`)), 'err.detail']
  const options = { level, redact, base: undefined, serializers: { err: errorWithoutClient } }
  return destination ? pino(options, destination) : pino(options)
}

/** The driver hangs its whole connection, with every statement it knows, on an error of losing it. */
function errorWithoutClient(error: Error) {
  const { client: _, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown }
  return told
}
