import pino from 'pino'
import { type Brands, loadBrands } from '#server/features/brands/load-brands.ts'
import type { MediaPlace } from '#server/features/media/media-store.ts'
import { ConfigurationError } from '#server/platform/configuration-error.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { EmbeddedPostgresError } from '#server/platform/database/embedded/embedded-postgres-error.ts'
import { runningPostgres } from '#server/platform/database/embedded/running-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { isDemoSchool } from '../demo/demo-school.ts'
import { readSettings, type Settings } from '../settings.ts'

/** What an operator's command works with: the school's migrated database and its brands; `now` in Unix ms. */
export type School = MediaPlace & { database: Database; brands: Brands; now: number; print: (line: string) => void }

/** The server's database, whether or not the server is running. */
export async function openServerDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  const lost = () => undefined
  if (databaseUrl !== undefined) {
    const database = openDatabase({ connectionString: databaseUrl }, lost)
    return { database, close: () => database.close() }
  }
  const running = await runningPostgres(dataDir)
  const own = running ? undefined : await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const connection = running ?? own?.connection
  if (!connection) throw new EmbeddedPostgresError('There is no database')
  const database = openDatabase(connection, lost)
  return {
    database,
    async close() {
      await database.close()
      await own?.stop()
    },
  }
}

/** Which database a command works on, so that nobody takes one for another. */
export function databaseWords(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  { isDataDirGiven, isDemo }: { isDataDirGiven: boolean; isDemo: boolean },
): string {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl.replace('///', '//localhost/'))
  const place = url
    ? `${url.hostname}${url.pathname} (DATABASE_URL)`
    : `${dataDir} (${isDataDirGiven ? 'DATA_DIR' : 'DATA_DIR is not set: the folder of npm start'})`
  return `Database: ${place}${isDemo ? ', which holds the demo school' : ''}`
}

type Work<Command> = (command: Command, school: School, settings: Settings) => Promise<void>

async function workOn<Command>(command: Command, work: Work<Command>, migrates: boolean) {
  const settings = readSettings(process.env)
  const brands = await loadBrands(settings.given.brands.folder)
  const { database, close } = await openServerDatabase(settings)
  try {
    if (migrates) await migrate(database)
    const { dataDir, s3 } = settings
    const given = { isDataDirGiven: Boolean(process.env['DATA_DIR']?.trim()), isDemo: await isDemoSchool(database) }
    console.log(databaseWords(settings, given))
    const school = { database, brands, dataDir, s3, now: Date.now(), print: (line: string) => console.log(line) }
    await work(command, school, settings)
  } finally {
    await close()
  }
}

/** Runs this process's command line against the server's database, which is brought up to date before unless it `migrates` not. */
export function runOperatorCommand<Command>(
  read: (args: string[]) => Command,
  work: Work<Command>,
  { migrates = true } = {},
): Promise<void> {
  return endWithWords(async () => workOn(read(process.argv.slice(2)), work, migrates))
}

/** A ConfigurationError prints only its message; any error ends the process with code 1. */
export async function endWithWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof ConfigurationError ? error.message : error)
    process.exitCode = 1
  }
}
