import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '../database/database.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { projectRoot } from '../project-root.ts'

export type TestDatabase = { database: Database; connection: Connection; drop(): Promise<void> }

/** A migrated database for this test alone, copied from a template that is made once per run. */
export function createTestDatabase(): Promise<TestDatabase> {
  // Copied as files: by way of the log it would be written twice.
  return createDatabase(async admin => `template ${await ensureTemplate(admin)} strategy file_copy`)
}

/** A database without anything for this test alone; of a user with no other rights, if one is given. */
export function createEmptyDatabase(owner?: string): Promise<TestDatabase> {
  return createDatabase(() => Promise.resolve(owner ? `owner ${owner}` : ''), owner)
}

async function createDatabase(how: (admin: pg.Client) => Promise<string>, owner?: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(connectionTo('postgres'))
  await admin.connect()
  try {
    await admin.query(`create database ${name} ${await how(admin)}`)
  } finally {
    await admin.end()
  }
  const connection = { ...connectionTo(name), ...(owner && { user: owner }) }
  const database = openDatabase(connection, () => undefined, 8)
  return {
    database,
    connection,
    async drop() {
      await database.close()
      const cleaner = new pg.Client(connectionTo('postgres'))
      await cleaner.connect()
      await cleaner.query(`drop database ${name} with (force)`)
      await cleaner.end()
    },
  }
}

function connectionTo(database: string) {
  return { ...inject('postgres'), database }
}

/** Named after a hash of the migrations; created under a lock, since test files run in parallel. */
async function ensureTemplate(admin: pg.Client): Promise<string> {
  const hash = createHash('sha256')
  for (const { text } of await readMigrations(join(projectRoot, 'server'))) hash.update(text)
  const name = `template_${hash.digest('hex').slice(0, 16)}`
  await admin.query(`select pg_advisory_lock(4711)`)
  try {
    const existing = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount) return name
    const unfinished = `${name}_new`
    await admin.query(`drop database if exists ${unfinished}`)
    await admin.query(`create database ${unfinished}`)
    const database = openDatabase(connectionTo(unfinished), () => undefined, 1)
    await migrate(database)
    await database.close()
    await admin.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await admin.query(`select pg_advisory_unlock(4711)`)
  }
}
