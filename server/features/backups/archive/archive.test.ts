import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { pack } from 'tar-stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemoSchool } from '#server/app/demo/demo-school.ts'
import { mediaFolder, openMediaStore } from '#server/features/media/media-store.ts'
import { listWaiting, openEmptyQueue } from '#server/platform/jobs/waiting-jobs.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#server/platform/testing/test-database.ts'
import { addDownloads, addItem, digestOf, filesOf, rowsOf, shapeOf } from '../testing/schools.ts'
import { names } from './archive-format.ts'
import { makeArchive } from './make-archive.ts'
import { openBackup, restoreBackup } from './restore-archive.ts'

let source: TestDatabase
let folder: string
let dataDir: string
let whole: string
const made: TestDatabase[] = []
const waiting = { name: 'handle-payment-event', key: 'kept', priority: 3, data: { eventId: 7 } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-backup-'))
  dataDir = join(folder, 'source')
  whole = join(folder, 'whole.tar')
  source = await createTestDatabase()
  const { database } = source
  const log = pino({ level: 'silent' })
  await seedDemoSchool({ database, settings: { demo: 'on', dataDir }, isEmbedded: true, log })
  await addItem(database, openMediaStore({ dataDir }), Buffer.alloc(0))
  await addDownloads(database)
  const queue = await openEmptyQueue(database)
  await queue.prepare([waiting])
  await queue.put(database, [waiting])
  await queue.close()
  await makeArchive({ database, dataDir }, { file: whole, codeKeyMark: 'mark', now: Date.now() })
}, 120_000)
afterAll(async () => {
  for (const one of [...made, source]) await one.drop()
  await rm(folder, { recursive: true })
})

async function empty(owner?: string) {
  const one = await createEmptyDatabase(owner)
  made.push(one)
  return one.database
}
const placeCount = async (database: TestDatabase['database']) =>
  (await database.query({ text: `select from pg_class where relnamespace = 'public'::regnamespace` })).rowCount

test('a restored school has every row, file, rule and waiting job, and counts on where it was [OPS-07]', async () => {
  const database = await empty()
  const target = join(folder, 'equal')
  await restoreBackup({ database, dataDir: target }, await openBackup(whole))
  const rows = await rowsOf(source.database)
  expect(Object.values(rows).filter(text => !text.startsWith('0 ')).length).toBeGreaterThan(30)
  expect(await rowsOf(database)).toEqual(rows)
  expect(await shapeOf(database)).toEqual(await shapeOf(source.database))
  const files = await filesOf(dataDir)
  expect(Object.keys(files).length).toBeGreaterThan(10)
  expect(await filesOf(target)).toEqual(files)
  expect(await readdir(target)).toEqual(['media'])
  const jobs = await listWaiting(database)
  expect(jobs).toEqual(await listWaiting(source.database))
  expect(jobs).toContainEqual(waiting)
  await addItem(database, openMediaStore({ dataDir: target }), Buffer.from('new'))
})

test('a school of a folder and a superuser moves to a bucket and to a database of its own user [OPS-07]', async () => {
  const s3 = await startS3Server()
  await source.database.query({ text: 'create role kurso_restorer login' })
  try {
    const database = await empty('kurso_restorer')
    await restoreBackup({ database, dataDir: join(folder, 'bucket'), s3: s3.place }, await openBackup(whole))
    expect(await rowsOf(database)).toEqual(await rowsOf(source.database))
    const files = Object.fromEntries([...s3.files].map(([name, { bytes }]) => [name, digestOf(bytes)]))
    expect(files).toEqual(await filesOf(dataDir))
    // And back.
    const file = join(folder, 'back.tar')
    await makeArchive({ database, dataDir: folder, s3: s3.place }, { file, codeKeyMark: undefined, now: Date.now() })
    const again = join(folder, 'again')
    await restoreBackup({ database: await empty(), dataDir: again }, await openBackup(file))
    expect(await filesOf(again)).toEqual(files)
  } finally {
    await s3.close()
  }
}, 60_000)

test('what was written while people worked is one moment of the school [OPS-07]', async () => {
  const busy = await createTestDatabase()
  made.push(busy)
  const { database } = busy
  const place = { dataDir: join(folder, 'busy') }
  const store = openMediaStore(place)
  const content = randomBytes(50_000)
  for (let index = 0; index < 20; index += 1) await addItem(database, store, content)
  await database.query({
    text: `insert into audit_log (brand_id, action, target_type, target_id, detail)
    select 'kurso', 'pair.' || side, 'file', 0, '{"sum": 0}' from unnest(array['a', 'b']) side`,
  })
  let isOver = false
  const inPairs = async () => {
    while (!isOver)
      await database.inTransaction(async tx => {
        for (const [side, by] of [
          ['a', 1],
          ['b', -1],
        ] as const)
          await tx.query({
            text: `update audit_log set detail = jsonb_build_object('sum', (detail ->> 'sum')::int + $2) where action = 'pair.' || $1`,
            values: [side, by],
          })
      })
  }
  const comeAndGo = async () => {
    while (!isOver) {
      const key = await addItem(database, store, content)
      const { rows } = await database.query<{ key: string }>({
        text: 'delete from media where id = (select min(id) from media) returning key',
      })
      for (const gone of rows) await store.remove(gone.key)
      expect(key).toBeTruthy()
    }
  }
  const file = join(folder, 'busy.tar')
  const work = Promise.all([inPairs(), comeAndGo()])
  const { manifest } = await makeArchive({ database, ...place }, { file, codeKeyMark: undefined, now: Date.now() })
  isOver = true
  await work
  expect(manifest.missing).toEqual([])
  expect(manifest.files.count).toBeGreaterThanOrEqual(20)
  expect(manifest.files.bytes).toBe(manifest.files.count * content.length)
  const restored = await empty()
  const target = join(folder, 'unbusy')
  await restoreBackup({ database: restored, dataDir: target }, await openBackup(file))
  const sums = await restored.query<{ sum: number }>({
    text: `select (detail ->> 'sum')::int as sum from audit_log order by action`,
  })
  const [a, b] = sums.rows.map(({ sum }) => sum)
  expect(a).toBeGreaterThan(0)
  expect(a).toBe(-(b ?? 0))
  const { rows } = await restored.query<{ key: string }>({ text: 'select key from media' })
  const files = await filesOf(target)
  expect(rows.length).toBeGreaterThan(10)
  for (const { key } of rows)
    for (const path of ['video.mp4', 'hls/v0/p0001.m4s']) expect(files[`${key}/${path}`]).toBe(digestOf(content))
}, 60_000)

async function refused(content: Buffer, reason: RegExp) {
  const file = join(folder, 'broken.tar')
  await writeFile(file, content)
  await expect(openBackup(file)).rejects.toThrow(reason)
}

test('a file that is cut off, damaged, foreign or not there is refused by name before anything is written [OPS-07]', async () => {
  const bytes = await readFile(whole)
  for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
    const cut = Math.floor(bytes.length * share)
    await refused(bytes.subarray(0, cut), /^broken\.tar is (damaged|cut off|not a backup)/)
    const damaged = Buffer.from(bytes)
    damaged[cut] = (damaged[cut] ?? 0) ^ 1
    // Between an entry and the next one lie bytes that mean nothing.
    const isMeaningless = bytes[cut] === 0
    if (!isMeaningless) await refused(damaged, /^broken\.tar is (damaged|not a backup)/)
  }
  await refused(Buffer.alloc(0), /not a backup of Kurso/)
  await refused(randomBytes(10_000), /not a backup of Kurso/)
  const foreign = pack()
  foreign.entry({ name: 'notes.txt' }, 'Notes')
  foreign.finalize()
  await refused(await buffer(foreign), /not a backup of Kurso/)
  await expect(openBackup(join(folder, 'none.tar'))).rejects.toThrow(/none\.tar cannot be read/)
})

/** A database that lets something happen before it ends the reading of its tables, when files and rows are written already. */
function beforeLastOf(database: TestDatabase['database'], happens: () => Promise<void>) {
  const ownConnection = () => {
    const client = database.ownConnection()
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const watched = (...asked: unknown[]) =>
      asked[0] === 'commit' ? happens().then(() => query(...asked)) : query(...asked)
    return Object.assign(client, { query: watched })
  }
  return { ...database, ownConnection }
}

test('a backup that is read back with other bytes than were written is none, and leaves no file [OPS-07]', async () => {
  const file = join(folder, 'spoiled.tar')
  let spoiledAt = -1
  const spoil = async () => {
    const disk = await open(`${file}.part`, 'r+')
    const bytes = await disk.readFile()
    // Where an entry has bytes that mean something.
    spoiledAt = bytes.findIndex((byte, at) => at > bytes.length / 2 && byte !== 0)
    await disk.write(Buffer.from([(bytes[spoiledAt] ?? 0) ^ 1]), 0, 1, spoiledAt)
    await disk.close()
  }
  const database = beforeLastOf(source.database, spoil)
  const making = makeArchive({ database, dataDir }, { file, codeKeyMark: undefined, now: Date.now() })
  await expect(making).rejects.toThrow(/spoiled\.tar\.part is damaged/)
  expect(spoiledAt).toBeGreaterThan(0)
  expect((await readdir(folder)).filter(name => name.startsWith('spoiled'))).toEqual([])
  // It was the disk, not how the backup was made.
  const unspoiled = beforeLastOf(source.database, () => Promise.resolve())
  await makeArchive({ database: unspoiled, dataDir }, { file, codeKeyMark: undefined, now: Date.now() })
  await openBackup(file)
})

test('a backup of a newer release is refused, and says which', async () => {
  const later = pack()
  later.entry({ name: 'kurso-backup.json' }, JSON.stringify({ format: 2, release: '9.1.0', madeAt: '' }))
  later.entry({ name: 'something new' }, 'x')
  later.finalize()
  await refused(await buffer(later), /newer Kurso \(9\.1\.0, format 2\)/)
  const server = join(folder, 'older-release')
  const isOlder = (path: string) => !path.endsWith('-backups.sql')
  await cp(join(projectRoot, 'server'), server, { recursive: true, filter: isOlder })
  await expect(openBackup(whole, server)).rejects.toThrow(/newer Kurso .*backups/)
  const { migrations } = await openBackup(whole)
  expect(migrations.length).toBeGreaterThan(50)
})

test('a backup goes only into an empty database and to a new file', async () => {
  const { database } = source
  const before = await rowsOf(database)
  const target = join(folder, 'occupied')
  await expect(restoreBackup({ database, dataDir: target }, await openBackup(whole))).rejects.toThrow(/not empty/)
  expect(await rowsOf(database)).toEqual(before)
  expect(await stat(target).catch(() => undefined)).toBeUndefined()
  const again = makeArchive({ database, dataDir }, { file: whole, codeKeyMark: undefined, now: 0 })
  await expect(again).rejects.toThrow(/whole\.tar is there already/)
  await openBackup(whole)
})

/** Where the last part of the rows ends and the waiting jobs begin. */
async function endOfRows(): Promise<number> {
  const bytes = await readFile(whole)
  return bytes.indexOf(Buffer.from(names.jobs))
}

test.each([
  ['inside an entry', async () => Math.floor((await stat(whole)).size * 0.95) | 1],
  ['between two entries', endOfRows],
])('a restore of a file that lost its end meanwhile, cut %s, leaves neither rows nor files', async (_, place) => {
  const database = await empty()
  const target = await mkdtemp(join(folder, 'failed-'))
  const backup = await openBackup(whole)
  const short = join(folder, 'short.tar')
  await writeFile(short, await readFile(whole))
  await truncate(short, await place())
  await expect(restoreBackup({ database, dataDir: target }, { ...backup, file: short })).rejects.toThrow()
  expect(await placeCount(database)).toBe(0)
  expect(Object.keys(await filesOf(target))).toEqual([])
  await restoreBackup({ database, dataDir: target }, backup)
  expect(await rowsOf(database)).toEqual(await rowsOf(source.database))
})

test('two at once are one', async () => {
  const { database } = source
  const both = await Promise.allSettled(
    ['one', 'other'].map(name =>
      makeArchive({ database, dataDir }, { file: join(folder, `${name}.tar`), codeKeyMark: undefined, now: 0 }),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const left = (await readdir(folder)).filter(name => /^(one|other)/.test(name))
  expect(left).toHaveLength(1)
})

test('a file that the store has lost is named, and the rest is kept', async () => {
  const { database } = source
  const key = await addItem(database, openMediaStore({ dataDir }), Buffer.from('film'))
  await rm(join(mediaFolder(dataDir), key), { recursive: true })
  const file = join(folder, 'lost.tar')
  const { manifest } = await makeArchive({ database, dataDir }, { file, codeKeyMark: undefined, now: 0 })
  expect(manifest.missing).toEqual([`${key}/video.mp4`])
})

test('a disk that is full is the reason that is given, and leaves no file', async () => {
  const full = async () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  const file = join(folder, 'full.tar')
  const options = { file, codeKeyMark: undefined, now: Date.now() }
  await expect(makeArchive({ database: source.database, dataDir }, options, full)).rejects.toThrow('no space left')
  expect((await readdir(folder)).filter(name => name.startsWith('full'))).toEqual([])
})

test('a backup rests after each megabyte that it writes, and while it is read back [OPS-07]', async () => {
  const megabyte = 1 << 20
  const { database } = source
  await addItem(database, openMediaStore({ dataDir }), randomBytes(12 * megabyte))
  const file = join(folder, 'rests.tar')
  const sizes: number[] = []
  const rest = async () => void sizes.push((await stat(`${file}.part`)).size)
  await makeArchive({ database, dataDir }, { file, codeKeyMark: undefined, now: Date.now() }, rest)
  const { size } = await stat(file)
  const isWritten = sizes.map(bytes => bytes === size)
  expect(isWritten).toEqual(isWritten.toSorted((one, other) => Number(one) - Number(other)))
  const steps = sizes.map((bytes, at) => bytes - (sizes[at - 1] ?? 0))
  expect(Math.max(...steps), 'bytes of a step').toBeLessThan(2 * megabyte)
  expect(isWritten.filter(Boolean).length, 'rests of the reading').toBeGreaterThan(size / megabyte)
})
