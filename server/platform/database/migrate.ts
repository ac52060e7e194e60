import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '../configuration-error.ts'
import { projectRoot } from '../project-root.ts'
import type { Database } from './database.ts'
import type { Db } from './statement.ts'

/** A migration that cannot be applied: file, place and reason. */
class MigrationError extends ConfigurationError {}

type Migration = { name: string; text: string; checksum: string }

/**
 * Applies the migrations not yet applied, in order of file name, each in one transaction; answers their names. One that was
 * renamed but not changed counts as applied, and is recorded under its new name.
 */
export async function migrate(database: Database, folder = join(projectRoot, 'server/migrations')): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database.inTransaction(async tx => {
    await tx.query({ text: `select pg_advisory_xact_lock(hashtext('kurso migrations'))` })
    await tx.query({
      text: `create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    })
    const applied = await tx.query<{ name: string; checksum: string }>({
      text: 'select name, checksum from migrations order by name',
    })
    const checksums = new Map(applied.rows.map(row => [row.name, row.checksum]))
    await recordNewNames(tx, migrations, checksums)
    const names = new Set(migrations.map(({ name }) => name))
    const unknown = [...checksums.keys()].filter(name => !names.has(name))
    if (unknown.length) throw new MigrationError(`The database was migrated by a newer version: ${unknown.join(', ')}`)
    const done: string[] = []
    for (const migration of migrations)
      if (await applyOnce(tx, migration, checksums.get(migration.name))) done.push(migration.name)
    return done
  })
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async name => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Finds, by their checksum, the files of recorded migrations whose names are gone, and records the new names; also in `checksums`. */
async function recordNewNames(tx: Db, migrations: Migration[], checksums: Map<string, string>): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name))
  for (const [oldName, checksum] of [...checksums].filter(([name]) => !names.has(name))) {
    const renamed = migrations.find(file => file.checksum === checksum && !checksums.has(file.name))
    if (!renamed) continue
    await tx.query({ text: 'update migrations set name = $2 where name = $1', values: [oldName, renamed.name] })
    checksums.delete(oldName)
    checksums.set(renamed.name, checksum)
  }
}

async function applyOnce(tx: Db, migration: Migration, appliedChecksum: string | undefined): Promise<boolean> {
  const { name, text, checksum } = migration
  if (appliedChecksum === checksum) return false
  if (appliedChecksum) throw new MigrationError(`${name} was changed after it was applied; write a new migration`)
  try {
    await tx.query({ text })
  } catch (error) {
    throw new MigrationError(
      `${name}${placeOf(error, text)}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  await tx.query({ text: 'insert into migrations (name, checksum) values ($1, $2)', values: [name, checksum] })
  return true
}

function placeOf(error: unknown, text: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `:${text.slice(0, position).split('\n').length}`
}
