import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'
import migratedBefore from './testing/migrated-before.json' with { type: 'json' }

let held: Awaited<ReturnType<typeof createTestDatabase>>
let server: string
let folder: string
beforeAll(async () => {
  held = await createTestDatabase()
})
beforeEach(async () => {
  await held.database.query({ text: 'drop schema public cascade' })
  await held.database.query({ text: 'create schema public' })
  server = await mkdtemp(join(tmpdir(), 'server-'))
  folder = join(server, 'features/things/migrations')
  await mkdir(folder, { recursive: true })
})
afterEach(() => rm(server, { recursive: true, force: true }))
afterAll(() => held.drop())

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const tables = async () =>
  (
    await held.database.query<{ n: string }>({
      text: `select tablename as n from pg_tables where schemaname = 'public'`,
    })
  ).rows
    .map(row => row.n)
    .sort()

test('applies each migration once, in order, also when two servers start at once [OPS-01]', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await write('2-b.sql', 'create table b (id int); insert into a values (1)')
  const both = await Promise.all([migrate(held.database, server), migrate(held.database, server)])
  expect(both.flat().sort()).toEqual(['1-things-a.sql', '2-things-b.sql'])
  expect(await tables()).toEqual(['a', 'b', 'migrations'])
  expect(await migrate(held.database, server)).toEqual([])
})

test('a wrong migration stops with file, line and reason, and nothing of the run stays', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await write('2-b.sql', 'create table b (id int);\n\nalter table nowhere add column c int')
  await expect(migrate(held.database, server)).rejects.toThrow(/migrations\/2-b\.sql.*"nowhere" does not exist/)
  await write('2-b.sql', 'create table b (id int);\ncreate tble c')
  await expect(migrate(held.database, server)).rejects.toThrow(/migrations\/2-b\.sql:2: syntax error/)
  expect(await tables()).toEqual([])
})

test('a migration changed after it was applied, and one from a newer version, stop the start [OPS-08]', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await migrate(held.database, server)
  await write('1-a.sql', 'create table a (id bigint)')
  await expect(migrate(held.database, server)).rejects.toThrow('1-a.sql was changed after it was applied')
  await rm(join(folder, '1-a.sql'))
  await expect(migrate(held.database, server)).rejects.toThrow('newer version: 1-things-a.sql')
})

test('a migration that was renamed but not changed is not applied again, and is recorded under its new name', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await write('2-b.sql', 'create table b (id int)')
  await migrate(held.database, server)
  await rename(join(folder, '1-a.sql'), join(folder, '1-renamed.sql'))
  await write('3-c.sql', 'create table c (id int)')
  const both = await Promise.all([migrate(held.database, server), migrate(held.database, server)])
  expect(both.flat()).toEqual(['3-things-c.sql'])
  const recorded = await held.database.query({ text: 'select name from migrations order by name' })
  expect(recorded.rows).toEqual([
    { name: '1-things-renamed.sql' },
    { name: '2-things-b.sql' },
    { name: '3-things-c.sql' },
  ])
})

test('a migration gives way to a server that uses its tables, and comes once that is done [OPS-08]', async () => {
  await write('1-a.sql', 'create table a (id int); create table b (id int)')
  await migrate(held.database, server)
  await write('2-b.sql', 'alter table a add column c int; alter table b add column c int')
  let migrated: Promise<string[]> | undefined
  await held.database.inTransaction(async tx => {
    await tx.query({ text: 'insert into b values (1)' })
    migrated = migrate(held.database, server)
    await new Promise(resolve => setTimeout(resolve, 200))
    // Held by the migration, which waits for b; without giving way, one of the two would be ended.
    await tx.query({ text: 'insert into a values (1)' })
  })
  expect(await migrated).toEqual(['2-things-b.sql'])
})

test('a copy of an applied migration is a migration of its own, and one renamed and changed stops the start', async () => {
  await write('1-a.sql', 'create table if not exists a (id int)')
  await migrate(held.database, server)
  await write('2-a.sql', 'create table if not exists a (id int)')
  expect(await migrate(held.database, server)).toEqual(['2-things-a.sql'])
  await rm(join(folder, '1-a.sql'))
  await write('1-b.sql', 'create table if not exists a (id bigint)')
  await expect(migrate(held.database, server)).rejects.toThrow('newer version: 1-things-a.sql')
  expect(await tables()).toEqual(['a', 'migrations'])
})

test('migrations of the platform and of all features run in the order of their times', async () => {
  await mkdir(join(server, 'platform/migrations'), { recursive: true })
  await write('2-b.sql', 'create table b as select * from a')
  await writeFile(join(server, 'platform/migrations/1-a.sql'), 'create table a (id int)')
  expect(await migrate(held.database, server)).toEqual(['1-platform-a.sql', '2-things-b.sql'])
})

test('a school that was migrated when all migrations were in one folder runs none of them a second time', async () => {
  const now = await readMigrations(join(projectRoot, 'server'))
  const before = Object.entries(migratedBefore)
  expect(now.slice(0, before.length).map(({ checksum }) => checksum)).toEqual(before.map(([, checksum]) => checksum))
  await migrate(held.database)
  for (const values of before)
    await held.database.query({ text: 'update migrations set name = $1 where checksum = $2', values })
  expect(await migrate(held.database)).toEqual([])
  const recorded = await held.database.query<{ name: string }>({ text: 'select name from migrations order by name' })
  expect(recorded.rows.map(row => row.name)).toEqual(now.map(({ name }) => name))
})
