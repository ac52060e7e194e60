import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { lockMigrations, migrate } from '#server/platform/database/migrate.ts'
import { countJobs } from '#server/platform/jobs/waiting-jobs.ts'
import { BackupError } from './archive-format.ts'
import { countRelations } from './catalogue.ts'
import type { School } from './make-archive.ts'
import { fileRestorer, type RestoredFiles } from './restore-files.ts'

/**
 * Makes a school in an empty database and its store, and brings it up to date: all that `fill` writes is there at once, or nothing.
 * Throws BackupError for a database in which anything is.
 */
export async function intoEmptyDatabase(
  school: School,
  fill: (client: ClientBase, files: RestoredFiles) => Promise<void>,
): Promise<void> {
  const client = school.database.ownConnection()
  client.on('error', () => undefined)
  await client.connect()
  try {
    await refuseOccupied(client)
    const files = fileRestorer(openMediaStore(school), join(school.dataDir, 'restoring'))
    try {
      await client.query('begin')
      await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await lockMigrations(client)
      await refuseOccupied(client)
      await files.open()
      await fill(client, files)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      await files.undo()
      throw error
    } finally {
      await files.close()
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate(school.database)
}

async function refuseOccupied(client: ClientBase) {
  const count = await countRelations(client)
  if (count > 0)
    throw new BackupError(
      `The database is not empty: it has ${count} tables and sequences. Restore into a new DATA_DIR or a new database`,
    )
  const jobs = await countJobs(client)
  if (jobs > 0)
    throw new BackupError(
      `The database is not empty: its schema pgboss has ${jobs} jobs of another school. Drop that schema, or restore into a new database`,
    )
}
