import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let held: Awaited<ReturnType<typeof createTestDatabase>>
let folder: string
beforeAll(async () => {
  held = await createTestDatabase()
})
beforeEach(async () => {
  await held.database.query({ text: 'drop schema public cascade' })
  await held.database.query({ text: 'create schema public' })
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
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
  const both = await Promise.all([migrate(held.database, folder), migrate(held.database, folder)])
  expect(both.flat().sort()).toEqual(['1-a.sql', '2-b.sql'])
  expect(await tables()).toEqual(['a', 'b', 'migrations'])
  expect(await migrate(held.database, folder)).toEqual([])
})

test('a wrong migration stops with file, line and reason, and nothing of the run stays', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await write('2-b.sql', 'create table b (id int);\n\nalter table nowhere add column c int')
  await expect(migrate(held.database, folder)).rejects.toThrow(/^2-b\.sql.*"nowhere" does not exist/)
  await write('2-b.sql', 'create table b (id int);\ncreate tble c')
  await expect(migrate(held.database, folder)).rejects.toThrow(/^2-b\.sql:2: syntax error/)
  expect(await tables()).toEqual([])
})

test('a migration changed after it was applied, and one from a newer version, stop the start', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await migrate(held.database, folder)
  await write('1-a.sql', 'create table a (id bigint)')
  await expect(migrate(held.database, folder)).rejects.toThrow('1-a.sql was changed after it was applied')
  await rm(join(folder, '1-a.sql'))
  await expect(migrate(held.database, folder)).rejects.toThrow('newer version: 1-a.sql')
})

test('a migration that was renamed but not changed is not applied again, and is recorded under its new name', async () => {
  await write('1-a.sql', 'create table a (id int)')
  await write('2-b.sql', 'create table b (id int)')
  await migrate(held.database, folder)
  await rename(join(folder, '1-a.sql'), join(folder, '1-accounts.sql'))
  await write('3-c.sql', 'create table c (id int)')
  const both = await Promise.all([migrate(held.database, folder), migrate(held.database, folder)])
  expect(both.flat()).toEqual(['3-c.sql'])
  const recorded = await held.database.query({ text: 'select name from migrations order by name' })
  expect(recorded.rows).toEqual([{ name: '1-accounts.sql' }, { name: '2-b.sql' }, { name: '3-c.sql' }])
})

test('a copy of an applied migration is a migration of its own, and one renamed and changed stops the start', async () => {
  await write('1-a.sql', 'create table if not exists a (id int)')
  await migrate(held.database, folder)
  await write('2-a.sql', 'create table if not exists a (id int)')
  expect(await migrate(held.database, folder)).toEqual(['2-a.sql'])
  await rm(join(folder, '1-a.sql'))
  await write('1-b.sql', 'create table if not exists a (id bigint)')
  await expect(migrate(held.database, folder)).rejects.toThrow('newer version: 1-a.sql')
  expect(await tables()).toEqual(['a', 'migrations'])
})
