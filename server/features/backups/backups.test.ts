import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import type { TestClient } from '#server/app/testing/test-client.ts'
import { backupName, isBackupDue, outdatedBackups } from '#shared/features/backups/rules.ts'
import { openBackup } from './archive/restore-archive.ts'
import { makeBackupIn } from './make-backup.ts'

let app: TestApp
let admin: TestClient
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-backups-'))
  app = await startTestApp({ given: { backups: { folder, keep: 2 } } })
  admin = await app.signIn({ role: 'admin' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const state = async (by = admin) => (await by.call('GET /studio/backups')).data
const parts = () => ({ database: app.db, dataDir: app.dataDir, codeKey: undefined, clock: () => app.clock.now })

test('an administrator asks for a backup, twice for one, and sees it once it is made [STF-22]', async () => {
  expect(await state()).toEqual({ is_daily: true, is_under_way: false, succeeded_at: null, backups: [] })
  const both = await Promise.all([admin.call('POST /studio/backups'), admin.call('POST /studio/backups')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  await expect.poll(async () => (await state()).succeeded_at, { timeout: 20_000 }).toEqual(expect.any(Number))
  const { backups } = await state()
  expect(backups).toEqual([expect.objectContaining({ failure: null, bytes: expect.any(Number) })])
  expect(await readdir(folder)).toEqual([backups[0]?.name])
  await openBackup(join(folder, backups[0]?.name ?? ''))
  await expect.poll(async () => (await state()).is_under_way).toBe(false)
}, 30_000)

test('of the backups in the folder the newest stay, what was cut off goes, and nothing else does', async () => {
  const other = ['notes.txt', 'kurso-older.tar', 'mine.tar.part']
  for (const name of [
    ...other,
    'kurso-20200101-000000.tar',
    'kurso-20200102-000000.tar',
    'kurso-20200103-000000.tar.part',
  ])
    await writeFile(join(folder, name), 'x')
  const name = 'kurso-20990101-000000.tar'
  await makeBackupIn(folder, { ...parts(), keep: 2, name })
  const left = await readdir(folder)
  expect(left).toEqual(expect.arrayContaining([...other, name]))
  expect(left).toHaveLength(other.length + 2)
})

test('one that fails is on record with its reason, and leaves the older ones', async () => {
  const before = await readdir(folder)
  const broken = join(folder, 'notes.txt')
  await expect(makeBackupIn(broken, { ...parts(), keep: 1, name: 'kurso-21000101-000000.tar' })).rejects.toThrow()
  const { backups, succeeded_at: at } = await state()
  expect(backups[0]).toMatchObject({ name: 'kurso-21000101-000000.tar', bytes: null, failure: 'not_writable' })
  expect(at).toEqual(expect.any(Number))
  expect(await readdir(folder)).toEqual(before)
})

test('without a folder for daily ones an administrator still makes a backup by hand [STF-22]', async () => {
  const bare = await startTestApp()
  try {
    const owner = await bare.signIn({ role: 'admin' })
    expect((await state(owner)).is_daily).toBe(false)
    expect((await owner.call('POST /studio/backups')).status).toBe(200)
    await expect.poll(async () => (await state(owner)).succeeded_at, { timeout: 20_000 }).toEqual(expect.any(Number))
    const [made] = (await state(owner)).backups
    await openBackup(join(bare.dataDir, 'backups', made?.name ?? ''))
  } finally {
    await bare.close()
  }
}, 30_000)

test.each([
  [{ succeeded_at: null, tried_at: null }, true],
  [{ succeeded_at: 0, tried_at: 0 }, true],
  [{ succeeded_at: 86_401 - 86_400, tried_at: 1 }, true],
  [{ succeeded_at: 2, tried_at: 2 }, false],
  [{ succeeded_at: null, tried_at: 86_401 - 3_599 }, false],
  [{ succeeded_at: 0, tried_at: 86_401 - 3_600 }, true],
])('after %j a daily backup is due: %s', (last, due) => expect(isBackupDue(last, 86_401)).toBe(due))

test('the names of backups sort by time, and only they are ever outdated', () => {
  expect(backupName(Date.parse('2026-11-23T04:05:06.789Z'))).toBe('kurso-20261123-040506.tar')
  expect(outdatedBackups(['a', 'kurso-20261123-040506.tar', 'kurso-20261124-040506.tar', 'kurso-x.tar'], 1)).toEqual([
    'kurso-20261123-040506.tar',
  ])
  const often = ['20261122-04', '20261123-04', '20261123-05', '20261123-06', '20261124-04'].map(
    at => `kurso-${at}0506.tar`,
  )
  expect(outdatedBackups(often, 2), 'many of one day push out no other day').toEqual([often[0], often[2], often[3]])
  expect(outdatedBackups(often.slice(0, 4), 2), 'the newest stays').toEqual([often[2]])
})
