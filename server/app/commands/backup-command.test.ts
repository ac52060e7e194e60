import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMediaStore } from '#server/features/media/media-store.ts'
import { addItem, digestOf, filesOf, rowsOf } from '#server/features/backups/testing/schools.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { startS3Server } from '#server/platform/storage/testing/s3-server.ts'
import { beside, type ChildServer, fetchCall, programOf, startChildServer } from '../testing/child-server.ts'
import { readBackupArguments } from './run-backup-command.ts'
import { readRestoreArguments } from './run-restore-command.ts'

/** A backup is put on record after it; a school that starts registers its trial payments, looks at what is late and tells of it and of articles. */
const writtenSince = new Set([
  'backups',
  'live_events',
  'live_rooms',
  'notice_deliveries',
  'notices',
  'payment_accounts',
  'staff_alerts',
  'told_articles',
  'told_mentions',
  'told_messages',
])

let folder: string
let server: ChildServer
let school: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-commands-'))
  // The database runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  school = join(folder, 'school')
  file = join(folder, 'school.tar')
  server = await startChildServer(school, { DEMO: 'on' })
  await beside(school, async database => {
    await database.query({
      text: `insert into audit_log (brand_id, action, target_type, target_id, detail)
      select 'kurso', 'filler', 'file', n, jsonb_build_object('text', repeat(md5(n::text), 20)) from generate_series(1, 20000) n`,
    })
    for (let index = 0; index < 3; index += 1)
      await addItem(database, openMediaStore({ dataDir: school }), Buffer.alloc(8_000_000, index))
  })
}, 240_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  return commandWith({}, name, dataDir, ...args)
}

type Environment = Record<string, string>

function commandWith(more: Environment, name: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [...programOf(`server/app/commands/${name}-command.ts`), ...args], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...more },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  // Not its close: a database that it started may hold what it prints to.
  const ended = once(child, 'exit').then(() => ({ code: child.exitCode, said }))
  return { child, ended }
}

async function killedOnce(running: ReturnType<typeof command>, isUnderWay: () => boolean) {
  while (!isUnderWay() && running.child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 5))
  running.child.kill('SIGKILL')
  expect((await running.ended).code, 'it was killed in the middle').toBeNull()
}

test('a school that serves is backed up by one command and restored by another; whoever could sign in can [REL-05][OPS-07]', async () => {
  const first = command('backup', school, file)
  await killedOnce(first, () => {
    if (!existsSync(`${file}.part`)) return false
    const threads = readdirSync(`/proc/${first.child.pid}/task`).map(Number)
    const low = threads.map(() => constants.priority.PRIORITY_LOW)
    expect(threads.map(getPriority), 'those who work meanwhile come first').toEqual(low)
    return true
  })
  expect(existsSync(file), 'one that was killed looks like none').toBe(false)
  const backup = await command('backup', school, file).ended
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('read back') })
  expect(backup.said).toContain('code.key')
  expect((await command('backup', school, file).ended).said).toContain('is there already')
  expect(existsSync(`${file}.part`)).toBe(false)
  const rows = await beside(school, rowsOf)

  const target = join(folder, 'restored')
  await killedOnce(command('restore', target, file), () => existsSync(join(target, 'media')))
  const restore = await command('restore', target, file).ended
  expect(restore).toMatchObject({ code: 0, said: expect.stringContaining('code.key of the old server') })
  expect(readdirSync(target)).not.toContain('restoring')
  await cp(join(school, 'code.key'), join(target, 'code.key'))
  const second = await command('restore', target, file).ended
  expect(second).toMatchObject({ code: 1, said: expect.stringContaining('not empty') })

  const restored = await startChildServer(target)
  try {
    const same = await beside(target, rowsOf)
    const changed = Object.keys(rows).filter(name => same[name] !== rows[name])
    expect(changed.filter(name => !writtenSince.has(name))).toEqual([])
    const body = { email: 'learner@example.com', password: 'kurso-demo' }
    expect((await fetchCall(restored.url, undefined, 'POST /auth/login', body)).status).toBe(200)
  } finally {
    await restored.stop()
  }
}, 240_000)

test('it moves from the PostgreSQL that comes with Kurso to one of its own, and from a folder to a bucket [REL-05][OPS-07]', async () => {
  const file = join(folder, 'moving.tar')
  await rm(file, { force: true })
  const before = await beside(school, rowsOf)
  expect(await command('backup', school, file).ended).toMatchObject({ code: 0 })
  const after = await beside(school, rowsOf)
  const log = { info: () => undefined, warn: () => undefined }
  const own = await startEmbeddedPostgres({ dataDir: join(folder, 'own'), log })
  const s3 = await startS3Server()
  const { host, port, user, database: name } = own.connection
  const database = openDatabase(own.connection, () => undefined, 2)
  try {
    const { endpoint, bucket, region, accessKey, secretKey } = s3.place
    const bucketOf = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey }
    const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
    const environment = { DATABASE_URL: databaseUrl, ...bucketOf, S3_SECRET_KEY: secretKey }
    const target = join(folder, 'moved')
    expect(await commandWith(environment, 'restore', target, file).ended).toMatchObject({ code: 0 })
    const moved = await rowsOf(database)
    // The school goes on serving: a table moves as it was before the backup or as it is after it.
    const changed = Object.keys(before).filter(table => ![before[table], after[table]].includes(moved[table]))
    expect(changed.filter(table => !writtenSince.has(table))).toEqual([])
    const files = Object.fromEntries([...s3.files].map(([path, { bytes }]) => [path, digestOf(bytes)]))
    expect(Object.keys(files).length).toBeGreaterThan(10)
    expect(files).toEqual(await filesOf(school))
    expect(existsSync(join(target, 'postgres'))).toBe(false)
  } finally {
    await database.close()
    await own.stop()
    await s3.close()
  }
})

test('a broken file is refused before anything is made [OPS-07]', async () => {
  const target = join(folder, 'untouched')
  const refused = await command('restore', target, join(projectRoot, 'package.json')).ended
  expect(refused).toEqual({ code: 1, said: expect.stringContaining('package.json is not a backup of Kurso') })
  expect(existsSync(target)).toBe(false)
}, 60_000)

test('the commands say how they are used', () => {
  expect(() => readRestoreArguments([])).toThrow('npm run restore -- FILE')
  expect(() => readBackupArguments(['one', 'two'])).toThrow('npm run backup [-- FILE]')
  expect(readBackupArguments([])).toEqual({ file: undefined })
})
