import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EmbeddedConnection, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { isPostmasterOf, processIdentity, waitForEnd } from './processes.ts'

const holder = join(import.meta.dirname, 'testing/hold-postgres.ts')
const isRoot = process.getuid?.() === 0
const log = { info: () => undefined, warn: () => undefined }

let dataDir: string
let server: EmbeddedPostgres | undefined
let children: ChildProcess[] = []

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'kurso embedded '))
  chmodSync(folder, 0o711)
  dataDir = join(folder, `a data folder with a ${'very '.repeat(20)}long name`)
})

afterEach(async () => {
  await server?.stop()
  server = undefined
  for (const child of children) await end(child)
  children = []
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, log, parameters: { fsync: 'off' } })
  return server
}

async function stop() {
  await server?.stop()
  server = undefined
}

async function ask(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(text)).rows.map(row => row.value)
  } finally {
    await client.end()
  }
}

/** Starts the launcher in a process of its own, as user `uid` when given. */
async function hold(
  [program = '', ...args]: string[] = [process.execPath, '--import', 'tsx', holder],
  uid?: number,
): Promise<{ child: ChildProcess; connection: EmbeddedConnection }> {
  const user = uid === undefined ? {} : { uid, gid: uid, env: { PATH: process.env['PATH'], HOME: join(dataDir, '..') } }
  const child = spawn(program, [...args, dataDir], { ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const complaint = readAll(child.stderr)
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  if (typeof first[0] !== 'string') throw new Error(await complaint)
  return { child, connection: JSON.parse(first[0]) as EmbeddedConnection }
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

const fill = 'create table kept as select 7 as value'

test('what was written is there after a stop and a start, in a folder with spaces and a long path', async () => {
  const first = await start()
  await ask(first.connection, fill)
  await stop()
  expect(existsSync(first.connection.host)).toBe(false)
  const second = await start()
  expect(await ask(second.connection, 'select value from kept')).toEqual([7])
})

test('only the owner reaches the server, by its socket and not by the network', async () => {
  const { connection } = await start()
  expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(await ask(connection, "select current_setting('listen_addresses') as value")).toEqual([''])
  const owner = statSync(join(dataDir, 'postgres')).uid
  expect(owner).toBe(isRoot ? 65534 : process.getuid?.())
})

test('letters of every alphabet are known, and durability is on unless a test turns it off', async () => {
  server = await startEmbeddedPostgres({ dataDir, log })
  const { connection } = server
  expect(await ask(connection, "select lower('ЖÑ') || current_setting('server_encoding') as value")).toEqual(['жñUTF8'])
  const durability = "select current_setting('fsync') || current_setting('synchronous_commit') as value"
  expect(await ask(connection, durability)).toEqual(['onon'])
})

test('a second start on the same folder is refused and names the process that has it', async () => {
  const { connection } = await start()
  await expect(hold()).rejects.toThrow(new RegExp(`already runs on the data folder .*\\(process ${process.pid}\\)`))
  const refused = children.at(-1)
  if (refused?.exitCode === null) await once(refused, 'exit')
  expect(refused?.exitCode).toBe(1)
  expect(await ask(connection, 'select 1 as value')).toEqual([1])
})

test('of starts at the same moment over the lock of a killed one, one runs and the rest are refused', async () => {
  await start()
  await stop()
  writeFileSync(join(dataDir, 'kurso.pid'), JSON.stringify({ pid: process.pid, identity: 'an earlier boot' }))
  const starts = await Promise.allSettled([hold(), hold(), hold()])
  const refusals = starts.filter(result => result.status === 'rejected').map(result => String(result.reason))
  expect(refusals).toHaveLength(2)
  for (const refusal of refusals) expect(refusal).toContain('already runs on the data folder')
  expect(readdirSync(dataDir).sort()).toEqual(['kurso.pid', 'postgres'])
})

test('a server that is killed is started again on the same socket with what was committed', async () => {
  const { connection } = await start()
  await ask(connection, fill)
  const killed = postmasterPid()
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => ask(connection, 'select value from kept').catch(() => undefined), { timeout: 15_000 })
    .toEqual([7])
  expect(postmasterPid()).not.toBe(killed)
})

test('after a kill -9 of Kurso the next start stops the server left behind and has its data', async () => {
  const { child, connection } = await hold()
  await ask(connection, fill)
  const leftBehind = postmasterPid()
  await end(child, 'SIGKILL')
  expect(isPostmasterOf(leftBehind, join(dataDir, 'postgres'))).toBe(true)
  const next = await start()
  expect(await waitForEnd(leftBehind, 0)).toBe(true)
  expect(existsSync(connection.host)).toBe(false)
  expect(await ask(next.connection, 'select value from kept')).toEqual([7])
})

test("a pid file whose pid is another program's by now does not keep the server from starting", async () => {
  await start()
  await stop()
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}\n1\n5432\n\n*\n`)
  const { connection } = await start()
  expect(await ask(connection, 'select 1 as value')).toEqual([1])
  expect(processIdentity(process.pid)).toBeDefined()
})

test('files of another major version and files that are no database are refused by name, and stay', async () => {
  await start()
  await stop()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '14\n')
  await expect(start()).rejects.toThrow(/are PostgreSQL 14's; this Kurso brings 18/)
  rmSync(join(dataDir, 'postgres/PG_VERSION'))
  await expect(start()).rejects.toThrow(/holds files but no database/)
  expect(existsSync(join(dataDir, 'postgres/base'))).toBe(true)
})

test('an ordinary user runs it too, from packages it may only read, and root goes on with the files of that user', async () => {
  const home = join(dataDir, '..')
  const command = await installFor(home)
  if (isRoot) chownSync(home, 1000, 1000)
  const { child, connection } = await hold(command, isRoot ? 1000 : process.getuid?.())
  await ask(connection, fill)
  const owner = statSync(join(dataDir, 'postgres')).uid
  expect(owner).toBe(isRoot ? 1000 : process.getuid?.())
  await end(child)
  const next = await start()
  expect(await ask(next.connection, 'select value from kept')).toEqual([7])
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(owner)
})

/** Node, the launcher and PostgreSQL as npm unpacks it, without links, where any user can read them. */
async function installFor(folder: string): Promise<string[]> {
  const app = join(folder, 'app')
  await build({ configFile: false, logLevel: 'silent', publicDir: false, build: { ssr: holder, outDir: app } })
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  const isFile = (path: string) => !lstatSync(path).isSymbolicLink()
  cpSync(from, join(app, 'node_modules', name), { recursive: true, filter: isFile })
  writeFileSync(join(app, 'package.json'), '{"type":"module"}')
  copyFileSync(process.execPath, join(folder, 'node'))
  return [join(folder, 'node'), join(app, 'hold-postgres.js')]
}
