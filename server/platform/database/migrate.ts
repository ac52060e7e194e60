import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'
import type { Database } from './database.ts'
import type { Db } from './statement.ts'

/** A migration that cannot be applied: file, place and reason. */
export class MigrationError extends Error {}

/** Applies the migrations not yet applied, in order of file name, each in one transaction; answers their names. */
export async function migrate(database: Database, folder = join(projectRoot, 'server/migrations')): Promise<string[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return database.inTransaction(async tx => {
    await tx.query({ text: `select pg_advisory_xact_lock(hashtext('kurso migrations'))` })
    await tx.query({
      text: `create table if not exists migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    })
    const applied = await tx.query<{ name: string; checksum: string }>({
      text: 'select name, checksum from migrations',
    })
    const checksums = new Map(applied.rows.map(row => [row.name, row.checksum]))
    const unknown = [...checksums.keys()].filter(name => !files.includes(name))
    if (unknown.length) throw new MigrationError(`The database was migrated by a newer version: ${unknown.join(', ')}`)
    const done: string[] = []
    for (const file of files) if (await applyOnce(tx, join(folder, file), file, checksums.get(file))) done.push(file)
    return done
  })
}

async function applyOnce(tx: Db, path: string, name: string, appliedChecksum: string | undefined): Promise<boolean> {
  const text = await readFile(path, 'utf8')
  const checksum = createHash('sha256').update(text).digest('hex')
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
