import { startEmbeddedPostgres } from '../embedded-postgres.ts'

// A process of its own for the tests that kill it: prints where the server is and keeps it until told to stop.
const [, , dataDir = ''] = process.argv
try {
  const log = { info: (text: string) => console.error(text), warn: (text: string) => console.error(text) }
  const server = await startEmbeddedPostgres({ dataDir, log, parameters: { fsync: 'off' } })
  console.log(JSON.stringify(server.connection))
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
