import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataFolder } from './data-lock.ts'
import { findBinaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError, type StartLog } from './embedded-postgres-error.ts'
import { canReach, chooseUser, type RunAs, settleDataFolder } from './embedded-user.ts'
import { initCluster } from './init-cluster.ts'
import {
  launchPostmaster,
  type Postmaster,
  type PostmasterOptions,
  socketFolderPrefix,
  stopLeftOver,
  stopPostmaster,
} from './postmaster.ts'

/** Where `pg` connects: `host` is the folder of the unix socket; there is no TCP port and no password. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = { connection: EmbeddedConnection; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: StartLog
  /** PostgreSQL settings over the small server's own, as fsync: 'off' in tests. */
  parameters?: Record<string, string>
}

/**
 * Starts the PostgreSQL that comes with Kurso on the files in `dataDir`/postgres, made at the first start, and keeps it
 * running: when it dies, it is started again on the same socket. Refuses with EmbeddedPostgresError when another Kurso
 * runs on the folder, when the files are another user's or another major version's, or when no binaries fit.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const unlock = lockDataFolder(dataDir)
  let socketFolder: string | undefined
  try {
    const runAs = chooseUser(dataDir)
    const native = findBinaries(runAs)
    const dataFolder = settleDataFolder(dataDir, runAs, log)
    await stopLeftOver(dataFolder, log)
    const parameters = options.parameters ?? {}
    if (!existsSync(join(dataFolder, 'PG_VERSION'))) await initCluster({ native, dataFolder, runAs, parameters, log })
    refuseOtherVersion(native, dataFolder)
    socketFolder = makeSocketFolder(runAs)
    const stopServer = await keepRunning({ native, dataFolder, socketFolder, runAs, parameters, log })
    const connection = { host: socketFolder, port: 5432, user: 'kurso', database: 'kurso' }
    return { connection, stop: () => stopServer().finally(() => cleanUp(socketFolder, unlock)) }
  } catch (error) {
    cleanUp(socketFolder, unlock)
    throw error
  }
}

function cleanUp(socketFolder: string | undefined, unlock: () => void): void {
  if (socketFolder) rmSync(socketFolder, { recursive: true, force: true })
  unlock()
}

function refuseOtherVersion(native: string, dataFolder: string): void {
  const made = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  const shown = execFileSync(join(native, 'bin', 'postgres'), ['--version'], { cwd: '/' }).toString()
  const ours = /\d+/.exec(shown)?.[0]
  if (made === ours) return
  throw new EmbeddedPostgresError(
    `The database files in ${dataFolder} are PostgreSQL ${made}'s; this Kurso brings ${ours}.`,
  )
}

/** A short private folder, because a unix socket's path may have 107 bytes and the data folder's may be longer. */
function makeSocketFolder(runAs: RunAs): string {
  const own = tmpdir()
  const fits = /^[\w/.-]{1,70}$/.test(own) && existsSync(own) && (!runAs || canReach(own, runAs))
  const folder = mkdtempSync(join(fits ? own : '/tmp', socketFolderPrefix))
  chmodSync(folder, 0o700)
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  return folder
}

/** Runs the server until the returned function is called; one that ends before is started again, ever more patiently. */
async function keepRunning(options: PostmasterOptions): Promise<() => Promise<void>> {
  let current = await launchPatiently(options)
  let isStopping = false
  let wake = () => {}
  const endWithUs = () => current.child.kill('SIGINT')
  process.once('exit', endWithUs)

  const watch = async () => {
    for (;;) {
      const how = await current.ended
      if (isStopping) return
      options.log.warn(`PostgreSQL ended (${how}); starting it again`)
      for (let pause = 500; !isStopping; pause = Math.min(pause * 2, 10_000)) {
        try {
          current = await launchPatiently(options)
          break
        } catch (error) {
          options.log.warn((error as Error).message)
          await new Promise<void>(resolve => {
            wake = resolve
            setTimeout(resolve, pause)
          })
        }
      }
    }
  }
  const watching = watch()
  return async () => {
    isStopping = true
    wake()
    process.off('exit', endWithUs)
    const { pid } = current.child
    if (pid !== undefined && current.child.exitCode === null && current.child.signalCode === null)
      await stopPostmaster(pid)
    await watching
  }
}

/** After a kill -9 of the server its workers hold shared memory for a moment more, and PostgreSQL rightly refuses to start. */
async function launchPatiently(options: PostmasterOptions): Promise<Postmaster> {
  for (const deadline = Date.now() + 10_000; ; ) {
    try {
      return await launchPostmaster(options)
    } catch (error) {
      if (!/shared memory block|postmaster\.pid/.test((error as Error).message) || Date.now() > deadline) throw error
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
}
