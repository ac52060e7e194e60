import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startServer } from './processes.ts'

/** A database for the bench in `folder`; `postmaster` is the parent of all its processes. */
export type OwnDatabase = { folder: string; database: Database; url: string; postmaster: number }

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

/** Runs work on a migrated database of its own, which is stopped afterwards. */
export async function onOwnDatabase<Result>(
  folder: string,
  work: (own: OwnDatabase) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { host, port, user, database: name } = postgres.connection
  const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
  const database = openDatabase(postgres.connection, () => undefined, 4)
  try {
    await migrate(database)
    const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    return await work({ folder, database, url, postmaster })
  } finally {
    await database.close()
    await postgres.stop()
  }
}

/** Starts our server (`command` for node) on such a database; `environment` is what it needs besides. */
export function startOurs(
  command: string[],
  { folder, url }: OwnDatabase,
  port: number,
  environment: Record<string, string> = {},
) {
  const usual = { HOST: '127.0.0.1', LOG_LEVEL: 'error', DEMO: 'off', DATA_DIR: join(folder, 'files') }
  return startServer(
    ['node', ...command],
    { ...usual, DATABASE_URL: url, PORT: String(port), ...environment },
    `http://127.0.0.1:${port}/readyz`,
  )
}
