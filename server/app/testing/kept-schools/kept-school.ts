import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Applied, SequenceState, TableParts } from '#server/features/backups/archive/archive-format.ts'
import { listApplied, listSequences, listTables, withoutRules } from '#server/features/backups/archive/catalogue.ts'
import { fillTables, writeTable } from '#server/features/backups/archive/copy-tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { applyTo, readMigrations } from '#server/platform/database/migrate.ts'
import { projectRoot } from '#server/platform/project-root.ts'

/** The rows of a school, without its files, as they stood in the schema of the migrations. */
type KeptSchool = {
  migrations: Applied[]
  tables: TableParts[]
  sequences: SequenceState[]
  /** Parts of tables, as in a backup. */
  entries: { name: string; content: string }[]
}

/** Keeps the rows of a school, of whatever release, in a small file. */
export async function keepSchool(database: Database, file: string): Promise<void> {
  const client = database.ownConnection()
  await client.connect()
  try {
    const entries: KeptSchool['entries'] = []
    const add = async (name: string, content: Buffer) =>
      void entries.push({ name, content: content.toString('base64') })
    const addStream = () => Promise.reject(new Error('A kept school has no files'))
    const tables: TableParts[] = []
    for (const table of await listTables(client)) tables.push(await writeTable(client, table, { add, addStream }))
    const kept: KeptSchool = {
      migrations: await listApplied(client),
      tables,
      sequences: await listSequences(client),
      entries,
    }
    await writeFile(file, await promisify(gzip)(JSON.stringify(kept), { level: 9 }))
  } finally {
    await client.end()
  }
}

export async function readKeptSchool(file: string): Promise<KeptSchool> {
  return JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as KeptSchool
}

/** Puts a kept school into an empty database, in the schema that it was kept in. */
export async function bringBack(database: Database, kept: KeptSchool): Promise<void> {
  const known = await readMigrations(join(projectRoot, 'server'))
  const wanted = new Set(kept.migrations.map(({ checksum }) => checksum))
  const client = database.ownConnection()
  await client.connect()
  try {
    await client.query('begin')
    await applyTo(
      client,
      known.filter(({ checksum }) => wanted.has(checksum)),
    )
    const tables = await listTables(client)
    await withoutRules(client, tables, async () => {
      await client.query(`truncate ${tables.map(({ name }) => client.escapeIdentifier(name)).join()}`)
      const rows = fillTables(client, kept.tables)
      for (const { name, content } of kept.entries) await rows.add({ name, content: Buffer.from(content, 'base64') })
      await rows.finish()
    })
    for (const { name, lastValue, isCalled } of kept.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), lastValue, isCalled])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
