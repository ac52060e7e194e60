import pino from 'pino'
import { BrandFileError, loadBrands } from '#server/features/brands/load-brands.ts'
import { CourseFileError } from '#server/features/courses/import-course.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { EmbeddedPostgresError } from '#server/platform/database/embedded-postgres-error.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { MigrationError, migrate } from '#server/platform/database/migrate.ts'
import { runningPostgres } from '#server/platform/database/running-postgres.ts'
import { readCourseArguments, UsageError } from './course-arguments.ts'
import { runCourseCommand } from './run-course-command.ts'
import { readSettings, type Settings, SettingsError } from './settings.ts'

/** The database that the server has, running or not. */
async function openCourseDatabase({ databaseUrl, dataDir }: Settings) {
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

async function main() {
  const command = readCourseArguments(process.argv.slice(2))
  const settings = readSettings(process.env)
  const brands = await loadBrands(settings.brandsDir)
  const { database, close } = await openCourseDatabase(settings)
  try {
    await migrate(database)
    await runCourseCommand(command, { database, brands, dataDir: settings.dataDir, print: line => console.log(line) })
  } finally {
    await close()
  }
}

const expected = [UsageError, CourseFileError, SettingsError, BrandFileError, MigrationError, EmbeddedPostgresError]

main().catch((error: unknown) => {
  console.error(expected.some(kind => error instanceof kind) ? (error as Error).message : error)
  process.exitCode = 1
})
