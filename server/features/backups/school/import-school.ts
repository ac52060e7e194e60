import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { applyTo } from '#server/platform/database/migrate.ts'
import { BackupError } from '../archive/archive-format.ts'
import { listKeysOfMedia, listTables, withoutRules } from '../archive/catalogue.ts'
import { intoEmptyDatabase } from '../archive/empty-database.ts'
import type { School } from '../archive/make-archive.ts'
import { fillTable } from './fill-table.ts'
import type { ReadableSchool } from './read-school.ts'
import { places } from './school-format.ts'

/**
 * Imports an exported school into an empty database and a store, and brings it up to date; it is there all at once. Throws BackupError
 * with the place of what the database does not take.
 */
export async function importSchool(school: School, exported: ReadableSchool): Promise<void> {
  const { folder, head, migrations, media } = exported
  if (head.person) throw new BackupError(`${places.head}: one person's part, which goes back into its school`)
  await intoEmptyDatabase(school, async (client, files) => {
    await applyTo(client, migrations)
    const tables = await listTables(client)
    for (const { key, path } of media)
      await files.put(`${key}/${path}`, createReadStream(join(folder, places.stored(key, path))))
    const filling = withoutRules(client, tables, async () => {
      await client.query(
        `truncate ${tables.flatMap(({ name }) => (name === 'migrations' ? [] : client.escapeIdentifier(name))).join()}`,
      )
      for (const table of head.tables) await fillTable(client, folder, table)
    })
    await filling.catch(referring)
    const keys = await listKeysOfMedia(client)
    const stray = media.find(({ key }) => !keys.has(key))
    if (stray)
      throw new BackupError(`${places.stored(stray.key, stray.path)}: no row of ${places.table('media')} has it`)
    for (const { name, lastValue, isCalled } of head.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), lastValue, isCalled])
  })
}

/** Rows that refer to rows that are not there are found when all are in. */
export function referring(error: unknown): never {
  if (error instanceof Error && 'detail' in error && 'table' in error)
    throw new BackupError(`${places.table(String(error.table))}: ${String(error.detail)}`)
  throw error
}
