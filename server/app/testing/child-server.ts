import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { runningPostgres } from '#server/platform/database/embedded/running-postgres.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { freePort } from '#server/platform/testing/free-port.ts'
import { wirePath } from '#shared/platform/contract.ts'

export type ChildServer = {
  url: string
  process: ChildProcess
  /** What it has printed until now. */
  said(): string
  /** Kills the server and its database at once, as a power cut would. */
  cutPower(): Promise<void>
  /** Stops it with the signal a system shutdown sends; returns the exit code. */
  stop(): Promise<number | null>
}

/** For walks, which have built it: it starts sooner. */
export const asBuilt = ['build/server/main.js']

/** What Node runs for a program of the server: what the build has made of it if that is of these sources, or else the sources. */
export function programOf(path: string): string[] {
  if (process.env['TEST_PROGRAMS'] === 'built') return [`build/server/${basename(path, '.ts')}.js`]
  return ['--import', 'tsx', path]
}

/**
 * Runs the whole server as a separate process, with the embedded PostgreSQL in `dataDir` unless `settings` name
 * another; resolves once it is ready.
 */
export async function startChildServer(
  dataDir: string,
  settings: Record<string, string> = {},
  program: readonly string[] = programOf('server/app/main.ts'),
): Promise<ChildServer> {
  const port = await freePort()
  const child = spawn(process.execPath, program, {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 240_000; !(await isReady(url)); ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start:\n${said}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    url,
    process: child,
    said: () => said,
    async cutPower() {
      child.kill('SIGKILL')
      process.kill(postmasterOf(dataDir), 'SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}

/** The process id of the embedded PostgreSQL running on `dataDir`. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Sends a signal to that PostgreSQL and to all processes that it started. */
export function signalPostgres(dataDir: string, signal: NodeJS.Signals) {
  const postmaster = postmasterOf(dataDir)
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)])
    try {
      process.kill(pid, signal)
    } catch {
      // One that came and went.
    }
}

/** A direct connection to that PostgreSQL; the caller closes it. */
export async function openBeside(dataDir: string): Promise<Database> {
  const connection = await runningPostgres(dataDir)
  if (!connection) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  return openDatabase(connection, () => undefined, 3)
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    answer => answer.ok,
    () => false,
  )
}

/** Works with a direct connection to that PostgreSQL. */
export async function beside<Result>(dataDir: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openBeside(dataDir)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Makes a call over the network; rejects when no answer comes. */
export function fetchCall(url: string, token: string | undefined, name: string, body?: object, key?: string) {
  const { method, path } = wirePath(name)
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-app-id': 'kurso',
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
