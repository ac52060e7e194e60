import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigurationError } from '../configuration-error.ts'
import { projectRoot } from '../project-root.ts'
import { type Database, isOvertaken } from './database.ts'
import type { Db } from './statement.ts'

/** A migration that cannot be applied: file, place and reason. */
class MigrationError extends ConfigurationError {}

/** A migration as it is recorded, `<time>-<feature>-<what>.sql`, and the file that it is. */
export type Migration = { name: string; path: string; text: string; checksum: string }

const place = /(?:^|\/)(\w+)\/migrations\/([\d-]+)-(.+\.sql)$/

const migrationsTable = `create table if not exists migrations (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/** Keeps others from migrating, and from restoring, until the transaction ends. */
export async function lockMigrations(tx: Db): Promise<void> {
  await tx.query({ text: `select pg_advisory_xact_lock(hashtext('kurso migrations'))` })
}

/** Brings an empty database to where it stood after some migrations. */
export async function applyTo(tx: Db, migrations: readonly Migration[]): Promise<void> {
  await tx.query({ text: migrationsTable })
  for (const migration of migrations) await applyOnce(tx, migration, undefined)
}

/** How often, and after which pause (ms), migrations are tried again that wait for servers of the release before. */
const turns = 60
const pauseMs = 1000

/**
 * Applies the migrations not yet applied, in order of time, in one transaction; answers their names. One that was renamed but
 * not changed counts as applied, and is recorded under its new name. Servers of the release before go on meanwhile: a migration that
 * finds a table in use for half a second, which is before a deadlock would end a request, gives way and is tried again.
 */
export async function migrate(database: Database, server = join(projectRoot, 'server')): Promise<string[]> {
  const migrations = await readMigrations(server)
  for (let turn = 1; ; turn++) {
    try {
      return await applyAll(database, migrations)
    } catch (error) {
      const reason = (error instanceof Error && error.cause) || error
      if (turn === turns || !(isOvertaken(reason) || isLockedOut(reason))) throw error
      await pause(pauseMs)
    }
  }
}

/** Whether a statement gave up waiting for a lock (SQLSTATE 55P03). */
function isLockedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function applyAll(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  return database.inTransaction(async tx => {
    await lockMigrations(tx)
    await tx.query({ text: `set local lock_timeout = '500ms'` })
    await tx.query({ text: migrationsTable })
    const applied = await tx.query<{ name: string; checksum: string }>({
      text: 'select name, checksum from migrations order by name',
    })
    const checksums = new Map(applied.rows.map(row => [row.name, row.checksum]))
    await recordNewNames(tx, migrations, checksums)
    const names = new Set(migrations.map(({ name }) => name))
    const unknown = [...checksums.keys()].filter(name => !names.has(name))
    if (unknown.length)
      throw new MigrationError(
        `The database was migrated by a newer version: ${unknown.join(', ')}. Start that version, or restore the backup made before it`,
      )
    const done: string[] = []
    for (const migration of migrations)
      if (await applyOnce(tx, migration, checksums.get(migration.name))) done.push(migration.name)
    return done
  })
}

/** How many migrations the next start would apply; all of them in an empty database. */
export async function countWaiting(database: Database, server = join(projectRoot, 'server')): Promise<number> {
  const { rows } = await database.query<{ isThere: boolean }>({
    text: `select to_regclass('migrations') is not null as "isThere"`,
  })
  const { rows: applied } = rows[0]?.isThere
    ? await database.query<{ checksum: string }>({ text: 'select checksum from migrations' })
    : { rows: [] }
  const known = new Set(applied.map(({ checksum }) => checksum))
  return (await readMigrations(server)).filter(({ checksum }) => !known.has(checksum)).length
}

/** The migrations of the platform and of all features below the folder `server`, in order of time. */
export async function readMigrations(server: string): Promise<Migration[]> {
  const paths = (await readdir(server, { recursive: true })).map(path => path.replaceAll('\\', '/'))
  const found = await Promise.all(
    paths.map(async path => {
      const [, owner, time, what] = place.exec(path) ?? []
      if (owner === undefined) return []
      const text = await readFile(join(server, path), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return [{ name: `${time}-${owner}-${what}`, path, text, checksum }]
    }),
  )
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Finds, by their checksum, the files of recorded migrations whose names are gone, and records the new names; also in `checksums`. */
async function recordNewNames(tx: Db, migrations: readonly Migration[], checksums: Map<string, string>): Promise<void> {
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
  const { name, path, text, checksum } = migration
  if (appliedChecksum === checksum) return false
  if (appliedChecksum) throw new MigrationError(`${path} was changed after it was applied; write a new migration`)
  try {
    await tx.query({ text })
  } catch (error) {
    throw new MigrationError(
      `${path}${placeOf(error, text)}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  await tx.query({ text: 'insert into migrations (name, checksum) values ($1, $2)', values: [name, checksum] })
  return true
}

function placeOf(error: unknown, text: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : `:${text.slice(0, position).split('\n').length}`
}
