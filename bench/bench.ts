// npm run bench [-- --json FILE]: the built server against the limit on one database, in turn; then what pages cost.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type BenchSchool, seedBenchSchool } from './bench-school.ts'
import { type Comparison, compare, type Side } from './load.ts'
import { measurePages, type PageRow } from './pages.ts'
import { memoryOfTree } from './process-cpu.ts'
import { startServer } from './processes.ts'
import { benchRows, type Row } from './rows.ts'

const ports = { ours: 4711, limit: 4712, demo: 4713 }
const main = join(projectRoot, 'build/server/main.js')
const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

async function compareCalls(folder: string): Promise<Comparison[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet })
  const { host, port, user, database } = postgres.connection
  const connection = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const opened = openDatabase(postgres.connection, () => undefined, 4)
  try {
    await migrate(opened)
    console.log('Seeding 5,000 learners and 40 courses …')
    const school = await seedBenchSchool(opened)
    const postmaster = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    return await compareRows(connection, postmaster, school, folder)
  } finally {
    await opened.close()
    await postgres.stop()
  }
}

async function compareRows(connection: string, postmaster: number, school: BenchSchool, folder: string) {
  const rows = benchRows(school)
  const environment = { DATABASE_URL: connection, HOST: '127.0.0.1', LOG_LEVEL: 'error', DEMO: 'off' }
  const ours = await startServer(
    ['node', main],
    { ...environment, PORT: String(ports.ours), DATA_DIR: join(folder, 'files') },
    `http://127.0.0.1:${ports.ours}/readyz`,
  )
  const memory = await treeBytes(rows, school.token)
  const limit = await startServer(
    ['node', '--import', 'tsx', join(projectRoot, 'bench/limit-server.ts')],
    {
      ...environment,
      PORT: String(ports.limit),
      LIMIT_ROWS: JSON.stringify(rows.map((row, index) => ({ name: `limit-${index}`, ...row.limit }))),
      LIMIT_MEMORY: memory.toString('base64'),
    },
    `http://127.0.0.1:${ports.limit}/`,
  )
  const sideOf = (row: Row, url: string, pid: number): Side => ({
    target: targetOf(row, url, school.token),
    pids: [pid, postmaster],
  })
  try {
    const results: Comparison[] = []
    for (const [index, row] of rows.entries()) {
      const first = sideOf(row, `http://127.0.0.1:${ports.ours}${row.path}`, ours.pid)
      const second = sideOf(row, `http://127.0.0.1:${ports.limit}/limit-${index}`, limit.pid)
      results.push(await compare(row.name, row.goal, first, second))
    }
    return results
  } finally {
    await ours.stop()
    await limit.stop()
  }
}

function targetOf({ method, headers, body }: Row, url: string, token: string): Side['target'] {
  return {
    url,
    method: method ?? 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'x-app-id': 'kurso',
      'x-app-type': 'web',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  }
}

/** The tree as our server sends it, for the limit to send the same bytes. */
async function treeBytes(rows: Row[], token: string): Promise<Buffer> {
  const row = rows.find(one => one.limit.isMemory)
  if (!row) return Buffer.from('{}')
  const response = await fetch(`http://127.0.0.1:${ports.ours}${row.path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { brotliCompressSync } = await import('node:zlib')
  return brotliCompressSync(Buffer.from(await response.arrayBuffer()))
}

type Whole = { firstStartMs: number; nextStartMs: number; idleMegabytes: number; pages: PageRow[] }

/** The whole thing as `npm start` runs it, with the demo school: start, memory, pages. */
async function measureWhole(folder: string): Promise<Whole> {
  const origin = `http://127.0.0.1:${ports.demo}`
  const environment = {
    DATA_DIR: folder,
    PORT: String(ports.demo),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DEMO: 'on',
    DATABASE_URL: '',
  }
  const first = await startServer(['node', main], environment, `${origin}/readyz`)
  await first.stop()
  const next = await startServer(['node', main], environment, `${origin}/readyz`)
  try {
    const pages = await measurePages(origin, { email: 'learner@example.com', password: 'kurso-demo' })
    await new Promise(resolve => setTimeout(resolve, 3000))
    const idleMegabytes = Math.round(memoryOfTree(next.pid) / 1024 / 1024)
    return { firstStartMs: first.readyAfterMs, nextStartMs: next.readyAfterMs, idleMegabytes, pages }
  } finally {
    await next.stop()
  }
}

function print(calls: Comparison[], whole: Whole) {
  console.table(
    calls.map(({ row, ours, limit, ratio, goal }) => ({
      row,
      'ours, CPU ms': ours.cpuMsPerRequest.toFixed(3),
      'limit, CPU ms': limit.cpuMsPerRequest.toFixed(3),
      ratio: ratio.toFixed(2),
      goal: `≤ ${goal}`,
      'ours, req/s': Math.round(ours.requestsPerSecond),
      'limit, req/s': Math.round(limit.requestsPerSecond),
      'ours, p99 ms': ours.p99Ms,
    })),
  )
  console.table(whole.pages)
  console.log(
    `First start with the demo school ${whole.firstStartMs} ms, next start ${whole.nextStartMs} ms (goal ≤ 3000).`,
  )
  console.log(`Idle memory with the database ${whole.idleMegabytes} MB (goal ≤ 400).`)
}

if (!existsSync(main)) throw new Error('Build first: npm run build')
const folders = ['calls', 'whole'].map(name => mkdtempSync(join(tmpdir(), `kurso-bench-${name}-`)))
try {
  const calls = await compareCalls(folders[0] ?? '')
  const whole = await measureWhole(folders[1] ?? '')
  print(calls, whole)
  const file = process.argv[process.argv.indexOf('--json') + 1]
  if (process.argv.includes('--json') && file)
    writeFileSync(file, `${JSON.stringify({ calls, whole }, undefined, 2)}\n`)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
