import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { applyTo, readMigrations } from '#server/platform/database/migrate.ts'
import { listWaiting, openEmptyQueue } from '#server/platform/jobs/waiting-jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { addItem, filesOf, shapeOf } from '../testing/schools.ts'
import { makeArchive } from './make-archive.ts'
import { openBackup, restoreBackup } from './restore-archive.ts'

let folder: string
const made: TestDatabase[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-restored-'))
})
afterAll(async () => {
  for (const one of made) await one.drop()
  await rm(folder, { recursive: true })
})

async function opened(making: Promise<TestDatabase>) {
  const one = await making
  made.push(one)
  return one.database
}
const empty = () => opened(createEmptyDatabase())
type Database = TestDatabase['database']

async function backupOf(database: Database, name: string) {
  const school = { database, dataDir: join(folder, name) }
  const file = join(folder, `${name}.tar`)
  const { manifest } = await makeArchive(school, { file, codeKeyMark: undefined, now: Date.now() })
  return { file, manifest }
}

async function restored(file: string) {
  const database = await empty()
  const dataDir = `${file}-restored`
  await restoreBackup({ database, dataDir }, await openBackup(file))
  return { database, dataDir }
}

const addLearner = async (database: Database, email: string) => {
  const text = `insert into users (brand_id, username, email, first_name, last_name, role, language_code, timezone)
    values ('kurso', $1, $1, 'Ann', 'Lee', 'learner', 'en', 'UTC') returning id::int`
  return (await database.query<{ id: number }>({ text, values: [email] })).rows[0]?.id ?? 0
}

test('a backup of an older release is restored as it was and then brought up to date [REL-05][OPS-07]', async () => {
  const all = await readMigrations(join(projectRoot, 'server'))
  const older = all.filter(({ name }) => name < '20261123')
  expect(all.length - older.length).toBeGreaterThan(20)
  const database = await empty()
  await database.inTransaction(tx => applyTo(tx, older))
  await addLearner(database, 'ann@example.com')
  const key = await addItem(database, openMediaStore({ dataDir: join(folder, 'older') }), Buffer.from('film'))
  const { file, manifest } = await backupOf(database, 'older')
  expect(manifest.migrations).toHaveLength(older.length)

  const now = await restored(file)
  const { rows: applied } = await now.database.query<{ name: string }>({
    text: 'select name from migrations order by 1',
  })
  expect(applied.map(({ name }) => name)).toEqual(all.map(({ name }) => name))
  const { rows } = await now.database.query({ text: 'select email, first_name, is_trial from users' })
  expect(rows).toEqual([{ email: 'ann@example.com', first_name: 'Ann', is_trial: false }])
  expect(Object.keys(await filesOf(now.dataDir)).sort()).toEqual([`${key}/hls/v0/p0001.m4s`, `${key}/video.mp4`])
  const [constraints, indexes, triggers] = (await shapeOf(now.database)) as unknown[]
  const fresh = (await shapeOf(await opened(createTestDatabase()))) as unknown[]
  expect([constraints, indexes, triggers]).toEqual(fresh.slice(0, 3))
})

test('the files of a person who is erased while the backup is made do not come back [OPS-07]', async () => {
  const database = await opened(createTestDatabase())
  const store = openMediaStore({ dataDir: join(folder, 'erased') })
  const [gone, kept] = [
    await addItem(database, store, Buffer.from('hers')),
    await addItem(database, store, Buffer.from('his')),
  ]
  const userId = await addLearner(database, 'gone@example.com')
  await database.query({ text: 'update media set owner_id = $1 where key = $2', values: [userId, gone] })
  const erase = async () => {
    await database.query({ text: 'delete from media where owner_id = $1', values: [userId] })
    await database.query({ text: 'delete from users where id = $1', values: [userId] })
    await store.remove(gone)
  }
  const client = database.ownConnection()
  const { query } = client
  let hasErased = false
  vi.spyOn(database, 'ownConnection').mockReturnValue(
    Object.assign(client, {
      query(...asked: unknown[]): unknown {
        const isSnapshot = String(asked[0]).startsWith('begin isolation level')
        if (!isSnapshot || hasErased) return Reflect.apply(query, client, asked)
        hasErased = true
        return erase().then(() => Reflect.apply(query, client, asked))
      },
    }),
  )
  const { file, manifest } = await backupOf(database, 'erased')
  expect([hasErased, manifest.files.count, manifest.missing]).toEqual([true, 4, []])
  const now = await restored(file)
  expect(Object.keys(await filesOf(now.dataDir)).sort()).toEqual([`${kept}/hls/v0/p0001.m4s`, `${kept}/video.mp4`])
  expect((await now.database.query({ text: 'select from users' })).rowCount).toBe(0)
})

test('a database that was emptied but for the jobs of its queue is refused by name [OPS-07]', async () => {
  const { file } = await backupOf(await opened(createTestDatabase()), 'small')
  const database = await empty()
  const queue = await openEmptyQueue(database)
  const old = { name: 'send-letter', key: null, priority: 0, data: { letterId: 1 } }
  await queue.prepare([old])
  await queue.put(database, [old])
  await queue.close()
  const school = { database, dataDir: join(folder, 'emptied') }
  await expect(restoreBackup(school, await openBackup(file))).rejects.toThrow(
    /schema pgboss has 1 jobs of another school/,
  )
  expect(await listWaiting(database)).toEqual([old])
  await database.query({ text: 'drop schema pgboss cascade' })
  await restoreBackup(school, await openBackup(file))
  expect(await listWaiting(database)).toEqual([])
})
