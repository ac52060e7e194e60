import { appendFile, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalTables } from '#server/app/open-features.ts'
import { seedDemoSchool } from '#server/app/demo/demo-school.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { addDownloads, addItem, contentsOf, filesOf, rowsOf, shapeOf } from '../testing/schools.ts'
import { exportSchool } from './export-school.ts'

import { importSchool } from './import-school.ts'
import { hiddenColumns, leftOutTables } from './left-out.ts'
import { putBackPerson } from './put-back.ts'
import { readSchool } from './read-school.ts'
import type { SchoolHead } from './school-format.ts'

type Database = TestDatabase['database']
let source: TestDatabase
let folder: string
let dataDir: string
let whole: string
let head: SchoolHead
const made: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-school-'))
  dataDir = join(folder, 'source')
  whole = join(folder, 'whole')
  source = await createTestDatabase()
  const { database } = source
  const log = pino({ level: 'silent' })
  await seedDemoSchool({ database, settings: { demo: 'on', dataDir }, isEmbedded: true, log })
  await addItem(database, openMediaStore({ dataDir }), Buffer.from('film'))
  await addOddities(database)
  head = await exportSchool({ database, dataDir }, whole)
}, 120_000)
afterAll(async () => {
  for (const one of [...made, source]) await one.drop()
  await rm(folder, { recursive: true })
})

/** What JSON and SQL spell differently. */
async function addOddities(database: Database) {
  const run = (text: string, values: unknown[] = []) => database.query({ text, values })
  await run(`update users set first_name = $1 where id = (select min(id) from users)`, ['Ann\n"\\\\\'\u2028 \u{1f600}'])
  await run(`update users set password_hash = '$argon2id$secret' where password_hash is not null`)
  await run(
    `insert into brand_pictures (name, brand_id, mime, bytes) values ('dot.png', 'kurso', 'image/png', '\\x00ff0a5c')`,
  )
  await run(`insert into payment_accounts (brand_id, provider, keys) values ('kurso', 'sandbox', 'sealed keys')`)
  await addDownloads(database)
}

async function empty() {
  const one = await createEmptyDatabase()
  made.push(one)
  return one.database
}

async function imported(from: string, name: string) {
  const school = { database: await empty(), dataDir: join(folder, name) }
  await importSchool(school, await readSchool(from))
  return school
}

/** Tables that refer to what is left out. */
const referring = ['notice_deliveries', 'orders', 'payment_attempts', 'payment_subscriptions']

test('a school that went out, in and out again is the same to the byte, with its rows, rules and films [OPS-09]', async () => {
  const school = await imported(whole, 'in')
  const again = join(folder, 'again')
  await exportSchool(school, again)
  const files = await contentsOf(whole)
  expect(Object.keys(files).length).toBeGreaterThan(120)
  expect(await contentsOf(again)).toEqual(files)

  const apart = new Set([...Object.keys(leftOutTables), ...Object.keys(hiddenColumns), ...referring])
  const rows = Object.entries(await rowsOf(source.database)).filter(([table]) => !apart.has(table))
  expect(rows.filter(([, text]) => !text.startsWith('0 ')).length).toBeGreaterThan(30)
  expect(Object.entries(await rowsOf(school.database)).filter(([table]) => !apart.has(table))).toEqual(rows)
  expect(await shapeOf(school.database)).toEqual(await shapeOf(source.database))
  expect(await filesOf(school.dataDir)).toEqual(await filesOf(dataDir))
}, 120_000)

test('what is exported holds courses, people, progress, homework, chats and the ledger, and no secret [OPS-09]', async () => {
  const filled = head.tables.filter(({ rows }) => rows > 0).map(({ name }) => name)
  expect(filled).toEqual(expect.arrayContaining(['users', 'courses', 'media', 'day_statuses', 'lesson_statistics']))
  expect(filled).toEqual(expect.arrayContaining(['user_homeworks', 'chat_messages', 'ledger_entries', 'orders']))
  const users = await readFile(join(whole, 'tables/users.jsonl'), 'utf8')
  expect(users).toContain('learner@example.com')
  const texts = await Promise.all(head.tables.map(({ name }) => readFile(join(whole, `tables/${name}.jsonl`), 'utf8')))
  expect(texts.join('')).not.toMatch(/argon2|sealed keys|7365616c6564|key of leases/)
})

/** Columns that look like secrets and are none. */
const harmless = [
  'brand_pictures.bytes',
  'course_versions.content_hash',
  'media.is_private',
  'media.source_hash',
  'payment_accounts.keys',
  // Names an account to a store; the store’s signed answers say whose a purchase is.
  'store_buyers.token',
  'users.is_require_update_password',
]

test('each column that looks like a secret is left out or known to be none [OPS-09]', async () => {
  const { rows } = await source.database.query<{ table: string; column: string }>({
    text: `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'
      and (column_name ~ '(token|secret|hash|password|proof|sealed|private|p256dh|calendar_url)' or data_type = 'bytea')`,
  })
  const shown = rows.filter(
    ({ table, column }) => !(table in leftOutTables) && hiddenColumns[table]?.[column] !== 'left out',
  )
  expect(shown.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(harmless)
})

async function changed(name: string, change: (copy: string) => Promise<unknown>) {
  const copy = join(folder, name)
  await cp(whole, copy, { recursive: true })
  await change(copy)
  return readSchool(copy)
}

const unsealed = (table: string) => async (copy: string) => {
  const file = join(copy, 'school.json')
  const { tables, ...rest } = JSON.parse(await readFile(file, 'utf8')) as SchoolHead
  const without = tables.map(one => (one.name === table ? { ...one, sha256: undefined } : one))
  await writeFile(file, JSON.stringify({ ...rest, tables: without }))
}
const replaced = (name: string, from: string | RegExp, to: string) => async (copy: string) => {
  const file = join(copy, name)
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}
const both =
  (...changes: ((copy: string) => Promise<unknown>)[]) =>
  async (copy: string) => {
    for (const change of changes) await change(copy)
  }

test.each<[string, (copy: string) => Promise<unknown>, RegExp]>([
  ['no head', copy => rm(join(copy, 'school.json')), /has no school\.json/],
  ['a foreign head', copy => writeFile(join(copy, 'school.json'), '{"name": "x"}'), /school\.json: not of a school/],
  ['a newer format', replaced('school.json', '"format": 1', '"format": 2'), /format 2 of a newer Kurso/],
  ['a newer release', replaced('school.json', /"checksum": "./, '"checksum": "x'), /newer Kurso \(.*unix-time\.sql/],
  ['a cut line', copy => truncate(join(copy, 'tables/users.jsonl'), 700), /tables\/users\.jsonl:\d+: not JSON/],
  ['a lacking table', copy => rm(join(copy, 'tables/users.jsonl')), /tables\/users\.jsonl: ENOENT/],
  [
    'a row too many',
    copy => appendFile(join(copy, 'tables/user_scores.jsonl'), '{}\n'),
    /user_scores\.jsonl:\d+: not a row/,
  ],
  [
    'a changed row',
    replaced('tables/users.jsonl', 'learner@', 'changed@'),
    /tables\/users\.jsonl: not what was exported/,
  ],
  ['a foreign file', copy => writeFile(join(copy, 'tables/x.jsonl'), ''), /tables\/x\.jsonl: belongs to no school/],
  [
    'a broken film list',
    copy => appendFile(join(copy, 'media.jsonl'), '{"key": "../.."}\n'),
    /media\.jsonl:\d+: not a place/,
  ],
])('%s is refused with its place before anything is written [OPS-09]', async (name, change, said) => {
  await expect(changed(name, change)).rejects.toThrow(said)
})

test('a film of another content is refused with its place [OPS-09]', async () => {
  const [path = ''] = Object.keys(await filesOf(dataDir))
  await expect(changed('film', copy => appendFile(join(copy, 'media', path), 'x'))).rejects.toThrow(
    `media/${path}: not what`,
  )
})

test('a row that the database refuses is named by its line, and nothing stays; a change on purpose is taken [OPS-09]', async () => {
  const users = 'tables/users.jsonl'
  const bad = await changed('bad', both(unsealed('users'), replaced(users, /"role":"expert"/, '"role":"king"')))
  const lost = await changed(
    'lost',
    both(unsealed('chats'), replaced('tables/chats.jsonl', /"user_id":\d+/, '"user_id":999')),
  )
  const good = await changed('good', both(unsealed('users'), replaced(users, 'learner@', 'changed@')))
  const school = { database: await empty(), dataDir: join(folder, 'refused') }
  const line =
    (await readFile(join(bad.folder, users), 'utf8')).split('\n').findIndex(text => text.includes('king')) + 1
  await expect(importSchool(school, bad)).rejects.toThrow(
    new RegExp(`tables/users\\.jsonl:${line}: .*check constraint`),
  )
  await expect(importSchool(school, lost)).rejects.toThrow(
    /tables\/chats\.jsonl: Key \(user_id\)=\(999\) is not present/,
  )
  expect(await filesOf(school.dataDir)).toEqual({})
  await importSchool(school, good)
  const { rows } = await school.database.query({ text: `select from users where email = 'changed@example.com'` })
  expect(rows).toHaveLength(1)
  await expect(importSchool(school, good)).rejects.toThrow('The database is not empty')
}, 60_000)

test('a folder with something in it is not written to [OPS-09]', async () => {
  await expect(exportSchool({ database: source.database, dataDir }, whole)).rejects.toThrow('is not empty')
})

test('one person’s part goes out, and after an erasure in and out again, the same to the byte; only into its school [OPS-09]', async () => {
  const school = await imported(whole, 'persons')
  const { database } = school
  const { rows } = await database.query<{ id: number }>({
    text: `select id::int from users where email = 'learner@example.com'`,
  })
  const id = rows[0]?.id ?? 0
  const person = { id, tables: personalTables }
  const film = await addItem(database, openMediaStore(school), Buffer.from('hers'), 'hers')
  await database.query({ text: 'update media set owner_id = $1 where key = $2', values: [id, film] })
  const others = (await rowsOf(database))['users']
  const [out, again] = [join(folder, 'person'), join(folder, 'person-again')]
  const { tables, files } = await exportSchool(school, out, person)
  expect(tables.filter(table => table.rows > 0).length).toBeGreaterThan(10)
  expect([tables.find(({ name }) => name === 'users')?.rows, files]).toEqual([1, 2])

  await database.query({ text: 'delete from media where owner_id = $1', values: [id] })
  await database.query({ text: 'delete from users where id = $1', values: [id] })
  await openMediaStore(school).remove(film)
  const part = await readSchool(out)
  await putBackPerson(school, part)
  await putBackPerson(school, part)
  await exportSchool(school, again, person)
  expect(await contentsOf(again)).toEqual(await contentsOf(out))
  expect((await rowsOf(database))['users']).toBe(others)

  const other = await imported(whole, 'other')
  await expect(putBackPerson(other, part)).rejects.toThrow('part of another school')
  await expect(importSchool(other, part)).rejects.toThrow('goes back into its school')
}, 120_000)
