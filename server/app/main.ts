import type { Logger } from 'pino'
import { type Connection, openDatabase } from '#server/platform/database/database.ts'
import { newSetupLink } from '#server/features/setup/setup-link.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { allRead } from '#server/platform/http/close-connections.ts'
import { startOptions } from '#server/platform/start-options.ts'
import { buildApp } from './app.ts'
import { isDemoSchool, seedDemoSchool } from './demo/demo-school.ts'
import { publicPlace } from './demo/public-place.ts'
import { greeting } from './greeting.ts'
import { openLog } from './log.ts'
import { sandboxBeside, sellBySandbox } from './sandbox.ts'
import { startProblem } from './start-problem.ts'
import { checkGiven, readSettings, type Settings } from './settings.ts'

const stopAfterMs = 10_000
const repeatedWithinMs = 500
const connectionsCount = 10
/** With the 3 s in which a connection opens, every call is answered within 10 s. */
const answerMs = 6_000

/** Starts everything and serves until stopped. A configuration error ends the start with its place and reason. */
async function main() {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  await checkGiven(settings.given)
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: settings.dataDir, log })
  const connection = connectionOf(settings, embedded)
  const lost = (error: Error) => log.warn({ err: error }, 'Lost a connection')
  const database = openDatabase(connection, lost, connectionsCount, answerMs)
  let sandbox: Awaited<ReturnType<typeof sandboxBeside>>
  const stopParts = async () => {
    await sandbox?.close()
    await database.close()
    await embedded?.stop()
  }
  try {
    const present = await prepare(connection, lost, { settings, isEmbedded: embedded !== undefined, log })
    const isDemo = await isDemoSchool(database)
    sandbox = await sandboxBeside({ settings, isDemo, log })
    const { server, listener, start, of } = await buildApp({
      database,
      log,
      clock: Date.now,
      dataDir: settings.dataDir,
      s3: settings.s3,
      redisUrl: settings.redisUrl,
      trustProxy: settings.trustProxy,
      metricsToken: settings.metricsToken,
      isHttps: settings.publicUrl.startsWith('https:'),
      publicUrl: settings.publicUrl,
      outbox: settings.outbox,
      given: { ...settings.given, billing: { ...settings.given.billing, ownSandbox: sandbox } },
    })
    await listener.start()
    await server.listen({ host: settings.host, port: settings.port })
    start()
    if (!startOptions.isQuiet) process.stdout.write(greeting(settings, { ...present, sandboxUrl: sandbox?.pagesUrl() }))
    stopOnSignal(log, async () => {
      await allRead(server)
      await server.close()
      await listener.stop()
      await stopParts()
    })
    sandbox?.listensAt(server)
    // If it does not start, brands with another provider go on selling.
    const logFailure = (error: unknown) => log.error({ err: error }, 'The sandbox did not start')
    if (sandbox) await sellBySandbox(database, sandbox, of, isDemo).catch(logFailure)
  } catch (error) {
    await stopParts().catch(() => undefined)
    throw error
  }
}

/** Brings the database up to date, however long that takes; answers who can be let in. */
async function prepare(
  connection: Connection,
  lost: (error: Error) => void,
  place: { settings: Settings; isEmbedded: boolean; log: Logger },
) {
  const database = openDatabase(connection, lost, 2)
  try {
    const applied = await migrate(database)
    if (applied.length) place.log.info({ applied }, 'Migrated')
    const demo = await seedDemoSchool({ database, ...place, publicPlace: publicPlace(place.settings) })
    // Without a greeting nobody would be told the new link, and the old one would end.
    const setupLink = startOptions.isQuiet ? undefined : await newSetupLink(database, place.settings.publicUrl)
    return { demo, setupLink }
  } finally {
    await database.close()
  }
}

function connectionOf(settings: Settings, embedded: { connection: Connection } | undefined): Connection {
  if (embedded) return embedded.connection
  return { connectionString: settings.databaseUrl ?? '' }
}

/** Graceful shutdown: finishes pending requests first; a second signal, or 10 s, ends the process at once. */
function stopOnSignal(log: Logger, stop: () => Promise<void>) {
  let askedAt: number | undefined
  const handle = (signal: string) => {
    if (askedAt !== undefined) {
      // Under npm one Ctrl-C arrives twice: from the terminal and forwarded by npm.
      if (Date.now() - askedAt > repeatedWithinMs) process.exit(1)
      return
    }
    askedAt = Date.now()
    log.info({ signal }, 'Stopping')
    setTimeout(() => process.exit(1), stopAfterMs).unref()
    stop().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'Could not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, handle)
}

main().catch((error: unknown) => {
  const problem = startProblem(error)
  console.error(problem === undefined ? error : `Kurso cannot start: ${problem}`)
  process.exit(1)
})
