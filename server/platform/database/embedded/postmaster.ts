import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EmbeddedPostgresError, type StartLog } from './embedded-postgres-error.ts'
import type { RunAs } from './embedded-user.ts'
import { isPostmasterOf, processIdentity, waitForEnd } from './processes.ts'

export const socketFolderPrefix = 'kurso-pg-'

export type PostmasterOptions = {
  native: string
  dataFolder: string
  socketFolder: string
  runAs: RunAs
  parameters: Record<string, string>
  log: StartLog
}

/** A running server; `ended` resolves with how it ended, whenever that is. */
export type Postmaster = { child: ChildProcess; ended: Promise<string> }

const smallServer: Record<string, string> = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '40',
  shared_buffers: '32MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  max_parallel_workers_per_gather: '0',
  max_worker_processes: '2',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Failed statements are the server's to log, with the request's id and without the learner's data.
  log_min_messages: 'log',
}

const worthTelling = /FATAL|PANIC|terminated by|recovery|could not/

/** Starts the server and resolves when it takes connections; rejects with its last words when it ends before that. */
export function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { native, dataFolder, socketFolder, runAs } = options
  const parameters = { ...smallServer, unix_socket_directories: socketFolder, ...options.parameters }
  const settings = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A session of its own: Ctrl-C in the terminal must reach only us, or requests under way would lose the database.
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', dataFolder, ...settings], {
    ...runAs,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return new Promise((resolve, reject) => {
    const lastWords: string[] = []
    onLines(child, line => {
      lastWords.splice(0, lastWords.length - 7)
      lastWords.push(line)
      if (line.includes('database system is ready to accept connections')) resolve({ child, ended })
      else if (worthTelling.test(line)) options.log.warn(`PostgreSQL: ${line}`)
    })
    void ended.then(how =>
      reject(
        new EmbeddedPostgresError(`PostgreSQL did not start (${how}): ${lastWords.join(' ').trim() || 'no message'}`),
      ),
    )
  })
}

function onLines(child: ChildProcess, take: (line: string) => void): void {
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

/**
 * Ends server `pid`: first as a fast shutdown that checkpoints, after 20 s at once (it then recovers from its log at the
 * next start). Resolves when it is gone; refuses when even that takes more than 10 s.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!signalled(pid, signal) || (await waitForEnd(pid, patience))) return
  }
  throw new EmbeddedPostgresError(`PostgreSQL (process ${pid}) does not stop.`)
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/**
 * Stops the server that an earlier Kurso left running in `dataFolder` when it was killed, and removes its socket folder.
 * The caller holds the data folder's lock, so no living Kurso uses that server.
 */
export async function stopLeftOver(dataFolder: string, log: StartLog): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  const [pidLine, , , , socketFolder] = readLines(pidFile)
  const pid = Number(pidLine)
  if (!Number.isInteger(pid) || pid <= 0) return
  if (isPostmasterOf(pid, dataFolder)) {
    log.warn(`Stopping the PostgreSQL that a killed Kurso left behind (process ${pid})`)
    await stopPostmaster(pid)
  } else if (processIdentity(pid) !== undefined) {
    // The pid belongs to another program by now, which PostgreSQL cannot tell and would refuse to start over.
    rmSync(pidFile, { force: true })
  }
  if (socketFolder && basename(socketFolder).startsWith(socketFolderPrefix)) {
    rmSync(socketFolder, { recursive: true, force: true })
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}
