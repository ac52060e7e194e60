import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { addItem, filesOf, rowsOf } from '#server/features/backups/testing/schools.ts'
import { openMediaStore } from '#server/features/media/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { seedBenchSchool } from './bench-school.ts'
import { grow } from './growth.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { percentile, rounded } from './percentile.ts'
import { brandsWithoutDelay } from './requests.ts'
import { learnUntil, schoolPort } from './school-at-work.ts'
import { size } from './size.ts'

const run = promisify(execFile)
const { learners, films, working, seconds } = size.backedUp
/** How many times as often as in a real school they work, so that there is enough to count. */
const pace = 2

export type Backup = {
  gigabytes: number
  rows: number
  /** Of the answers to those who work. */
  p95Ms: number
  p95MsMeanwhile: number
  ratio: number
  backupSeconds: number
  restoreSeconds: number
  /** Whether every row and every file is the same in the restored school. */
  isSame: boolean
}

/** A backup of a large school while learners work in it, and one of it at rest, restored elsewhere and compared. */
export async function measureBackup(own: OwnDatabase, main: string): Promise<Backup> {
  const { database, folder } = own
  const people = (await seedBenchSchool(database)).slice(0, working)
  await grow(database, learners)
  const files = join(folder, 'files')
  const store = openMediaStore({ dataDir: files })
  // A film is kept twice: as it came, and as it is played.
  const content = Buffer.alloc(50_000_000)
  for (let film = 0; film < films; film += 1) await addItem(database, store, randomFillSync(content), `film ${film}`)
  // The disk is not busy any more with what was written until here.
  await run('sync')
  const server = await startOurs([main], own, schoolPort, { BRANDS_DIR: brandsWithoutDelay(folder) })
  const archives = { working: join(folder, 'working.tar'), atRest: join(folder, 'at-rest.tar') }
  const environment = { DATABASE_URL: own.url, DATA_DIR: files }
  try {
    await learnUntil(AbortSignal.timeout(seconds * 250), people, pace)
    const alone = percentile(await learnUntil(AbortSignal.timeout(seconds * 1000), people, pace), 0.95)
    const over = new AbortController()
    const [backupMs, times] = await Promise.all([
      timeOf(() => command('backup', environment, archives.working).finally(() => over.abort())),
      learnUntil(over.signal, people, pace),
    ])
    const meanwhile = percentile(times, 0.95)
    rmSync(archives.working)
    await server.stop()
    await command('backup', environment, archives.atRest)
    const restored = join(folder, 'restored')
    const restoreMs = await timeOf(() => command('restore', { DATA_DIR: restored }, archives.atRest))
    return {
      gigabytes: rounded(statSync(archives.atRest).size / 1e9),
      rows: await countRows(database),
      p95Ms: rounded(alone),
      p95MsMeanwhile: rounded(meanwhile),
      ratio: Math.round((meanwhile / alone) * 100) / 100,
      backupSeconds: rounded(backupMs / 1000),
      restoreSeconds: rounded(restoreMs / 1000),
      isSame: await isSame(database, files, restored),
    }
  } finally {
    await server.stop()
  }
}

async function command(name: 'backup' | 'restore', environment: Record<string, string>, file: string) {
  const program = join(projectRoot, `build/server/${name}-command.js`)
  await run('node', [program, file], { env: { PATH: process.env['PATH'], ...environment } })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function countRows(database: Database): Promise<number> {
  const text = `select sum(n_live_tup)::float8 as rows from pg_stat_user_tables`
  return (await database.query<{ rows: number }>({ text })).rows[0]?.rows ?? 0
}

/** A backup that was made is on record after it. */
async function isSame(database: Database, files: string, restored: string): Promise<boolean> {
  const postgres = await startEmbeddedPostgres({
    dataDir: restored,
    log: { info: () => undefined, warn: () => undefined },
  })
  const copy = openDatabase(postgres.connection, () => undefined, 2)
  try {
    const [{ backups: _, ...before }, { backups: __, ...after }] = [await rowsOf(database), await rowsOf(copy)]
    return isDeepStrictEqual(after, before) && isDeepStrictEqual(await filesOf(restored), await filesOf(files))
  } finally {
    await copy.close()
    await postgres.stop()
  }
}
