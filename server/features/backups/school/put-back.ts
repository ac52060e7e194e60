import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { lockMigrations } from '#server/platform/database/migrate.ts'
import { BackupError } from '../archive/archive-format.ts'
import { listApplied } from '../archive/catalogue.ts'
import type { School } from '../archive/make-archive.ts'
import { fileRestorer } from '../archive/restore-files.ts'
import { fillTable, isMissingReference } from './fill-table.ts'
import { referring } from './import-school.ts'
import type { ReadableSchool } from './read-school.ts'
import { places, schoolMark, type TableFile } from './school-format.ts'

/**
 * Puts one person's part back into the school that it came from: the rows and files that are gone, all or none of them. Throws
 * BackupError for another school, another schema, and rows whose own context is gone.
 */
export async function putBackPerson(school: School, exported: ReadableSchool): Promise<void> {
  const { folder, head, media } = exported
  const client = school.database.ownConnection()
  client.on('error', () => undefined)
  await client.connect()
  const files = fileRestorer(openMediaStore(school), join(school.dataDir, 'restoring'))
  try {
    await client.query('begin')
    await lockMigrations(client)
    await refuseOthers(client, exported)
    await files.open()
    for (const { key, path } of media)
      await files.put(`${key}/${path}`, createReadStream(join(folder, places.stored(key, path))))
    await withoutTriggers(client, head.tables, () => fillInOrder(client, folder, head.tables))
    await noteImport(client, head.person?.id)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    await files.undo()
    throw error
  } finally {
    await files.close()
    await client.end()
  }
}

async function noteImport(client: ClientBase, personId: number | undefined) {
  const { rows } = await client.query<{ id: number; brandId: string }>(
    'select id, brand_id as "brandId" from users where id = $1',
    [personId],
  )
  for (const { id, brandId } of rows)
    await writeAudit(client, { userId: null, brandId }, { action: 'user.import', targetType: 'user', targetId: id })
}

async function refuseOthers(client: ClientBase, { head }: ReadableSchool) {
  if (head.person?.school !== (await schoolMark(client)))
    throw new BackupError(`${places.head}: one person's part of another school; it goes back only into its own`)
  const known = new Map((await listApplied(client)).map(({ name, checksum }) => [name, checksum]))
  if (head.migrations.length !== known.size || head.migrations.some(one => known.get(one.name) !== one.checksum))
    throw new BackupError(`${places.head}: written in the schema of another release of Kurso than the school has now`)
}

/** What triggers do besides was done when the rows were first written. */
async function withoutTriggers(client: ClientBase, tables: readonly TableFile[], work: () => Promise<void>) {
  const filled = tables.filter(({ rows }) => rows > 0).map(({ name }) => client.escapeIdentifier(name))
  for (const name of filled) await client.query(`alter table ${name} disable trigger user`)
  await work()
  // A table with references that are still to be looked at cannot be altered.
  await client.query('set constraints all immediate')
  for (const name of filled) await client.query(`alter table ${name} enable trigger user`)
}

/** A table whose rows refer to rows of a later one waits for its next turn. */
async function fillInOrder(client: ClientBase, folder: string, tables: readonly TableFile[]) {
  let left = tables.filter(({ rows }) => rows > 0)
  while (left.length) {
    const waiting: { table: TableFile; error: unknown }[] = []
    for (const table of left) {
      await client.query('savepoint one_table')
      try {
        await fillTable(client, folder, table, await meetingRows(client, table))
      } catch (error) {
        if (!isMissingReference(error)) throw error
        await client.query('rollback to savepoint one_table')
        waiting.push({ table, error })
      }
    }
    if (waiting.length === left.length) referring(waiting[0]?.error)
    left = waiting.map(({ table }) => table)
  }
}

/** Rows that stayed are as they are, but they get back the references that an erasure took from them. */
async function meetingRows(client: ClientBase, { name, columns }: TableFile): Promise<string> {
  const { rows } = await client.query<{ type: 'p' | 'f'; column: string }>(
    `select c.contype as type, a.attname::text as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = $1::regclass and (c.contype = 'p' or (c.contype = 'f' and c.confdeltype = 'n'))`,
    [client.escapeIdentifier(name)],
  )
  const quoted = (column: string) => client.escapeIdentifier(column)
  const key = rows.filter(({ type }) => type === 'p').map(({ column }) => quoted(column))
  const taken = rows.filter(({ type, column }) => type === 'f' && columns.includes(column))
  const back = taken.map(
    ({ column }) => `${quoted(column)} = coalesce(t.${quoted(column)}, excluded.${quoted(column)})`,
  )
  return `on conflict (${key.join()}) do ${back.length ? `update set ${back.join()}` : 'nothing'}`
}
