// npm run bench [-- --calls | --pages | --sockets | --clubs | --sign-ins | --school | --consultations | --events | --growth | --backup]
// [--only ROW] [--grown LEARNERS] [--keep] [--quick] [--json FILE]: the built server against the limit on one database, in turn; then what
// pages cost; live connections; the chat of a large club; sign-ins beside reading; a school at work; consultations: free times, and
// the signals of calls; payment events. Only when asked for: the calls of a school that has grown beside those of a small one, and a
// backup of a large school at work.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { projectRoot } from '#server/platform/project-root.ts'
import { measureBackup } from './backup.ts'
import { type BenchLearner, seedBenchSchool, sellCourses } from './bench-school.ts'
import { measureClubChat, printClubChat } from './club-chat.ts'
import { measureConsultations } from './consultations.ts'
import { keepGrowth, measureGrowth, printGrowth } from './growth.ts'
import { type Comparison, compare } from './load.ts'
import { onOwnDatabase, type OwnDatabase, startOurs } from './own-database.ts'
import { measurePages, type PageRow } from './pages.ts'
import { measurePaymentEvents } from './payment-events.ts'
import { memoryOfTree } from './process-cpu.ts'
import { startServer } from './processes.ts'
import { brandsWithoutDelay, chosenRows, requestOf, requestsOf } from './requests.ts'
import { benchRows } from './rows.ts'
import { measureSchool } from './school-at-work.ts'
import { measureSignIns } from './sign-ins.ts'
import { size } from './size.ts'
import { compareSockets, printSockets } from './sockets.ts'

const ports = { ours: 4711, limit: 4712, demo: 4713 }
const main = join(projectRoot, 'build/server/main.js')
/** KURSO_PROFILE=DIR writes a processor profile of our server there. */
const profiling = process.env['KURSO_PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['KURSO_PROFILE']}`] : []

async function compareCalls(own: OwnDatabase): Promise<Comparison[]> {
  console.log(`Seeding ${size.learners} learners and 40 courses …`)
  const learners = await seedBenchSchool(own.database)
  await sellCourses(own.database)
  return compareRows(own, learners)
}

async function compareRows(own: OwnDatabase, learners: BenchLearner[]) {
  const { folder, url, postmaster } = own
  const oursAt = `http://127.0.0.1:${ports.ours}`
  const limitAt = `http://127.0.0.1:${ports.limit}`
  const ours = await startOurs([...profiling, main], own, ports.ours, {
    BRANDS_DIR: brandsWithoutDelay(folder),
    TRUST_PROXY: 'on',
  })
  const limit = await startServer(
    ['node', '--import', 'tsx', join(projectRoot, 'bench/limit-server.ts')],
    { DATABASE_URL: url, PORT: String(ports.limit), ...(await limitFiles(folder, oursAt, learners)) },
    `${limitAt}/`,
  )
  try {
    const results: Comparison[] = []
    for (const [index, row] of chosenRows().entries()) {
      const { taking, requests } = await requestsOf(row, learners, oursAt)
      const target = { url: oursAt, requests }
      const bare = requests.map((request, at) => ({
        ...request,
        path: `/${benchRows.indexOf(row)}/${taking[at]}`,
      }))
      const limited = { target: { url: limitAt, requests: bare }, pids: [limit.pid, postmaster] }
      results[index] = await compare(row.name, row.goal, { target, pids: [ours.pid, postmaster] }, limited)
    }
    return results
  } finally {
    await ours.stop()
    await limit.stop()
  }
}

/** What the bare server runs, and the course tree as our server sends it. */
async function limitFiles(folder: string, oursAt: string, learners: BenchLearner[]) {
  const rows = benchRows.map(({ limit }, index) => ({
    ...limit,
    name: `limit-${index}`,
    values: learners.map(limit.values),
  }))
  const files = { LIMIT_ROWS: join(folder, 'limit-rows.json'), LIMIT_MEMORY: join(folder, 'limit-memory.br') }
  const [learner] = learners
  const tree = benchRows.find(row => row.limit.isMemory)
  if (!learner || !tree) throw new Error('The bench has no learners or no course')
  const { path, headers } = requestOf(tree, learner, tree.path(learner))
  const response = await fetch(oursAt + path, { headers })
  writeFileSync(files.LIMIT_ROWS, JSON.stringify(rows))
  writeFileSync(files.LIMIT_MEMORY, brotliCompressSync(Buffer.from(await response.arrayBuffer())))
  return files
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

function printCalls(calls: Comparison[]) {
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
}

function printWhole(whole: Whole) {
  console.table(whole.pages)
  console.log(
    `First start with the demo school ${whole.firstStartMs} ms, next start ${whole.nextStartMs} ms (goal ≤ 3000).`,
  )
  console.log(`Idle memory with the database ${whole.idleMegabytes} MB (goal ≤ 400).`)
}

/** Readable by the user that PostgreSQL runs as when we are root. */
function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `kurso-bench-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

if (!existsSync(main)) throw new Error('Build first: npm run build')
if (process.argv.includes('--keep') && ['--quick', '--grown', '--only'].some(part => process.argv.includes(part)))
  throw new Error('Only a whole run is kept')
const named = [
  'calls',
  'whole',
  'sockets',
  'sign-ins',
  'school',
  'consultations',
  'events',
  'small',
  'large',
  'clubs',
  'backup',
]
const folders = named.map(makeFolder)
const parts = ['--calls', '--pages', '--sockets', '--clubs', '--sign-ins', '--school', '--consultations', '--events']
const chosen = parts.filter(part => process.argv.includes(part))
const isAsked = (part: '--growth' | '--backup') => process.argv.includes(part)
const isChosen = (part: string) =>
  (chosen.length === 0 && !isAsked('--growth') && !isAsked('--backup')) || chosen.includes(part)
try {
  const calls = isChosen('--calls') ? await onOwnDatabase(folders[0] ?? '', compareCalls) : []
  if (calls.length) printCalls(calls)
  const whole = isChosen('--pages') ? await measureWhole(folders[1] ?? '') : undefined
  if (whole) printWhole(whole)
  const sockets = isChosen('--sockets')
    ? await onOwnDatabase(folders[2] ?? '', own => compareSockets(own, main))
    : undefined
  if (sockets) printSockets(sockets)
  const clubs = isChosen('--clubs')
    ? await onOwnDatabase(folders[9] ?? '', own => measureClubChat(own, main))
    : undefined
  if (clubs) printClubChat(clubs)
  const signIns = isChosen('--sign-ins')
    ? await onOwnDatabase(folders[3] ?? '', own => measureSignIns(own, main))
    : undefined
  if (signIns) console.table([signIns])
  const school = isChosen('--school')
    ? await onOwnDatabase(folders[4] ?? '', own => measureSchool(own, main))
    : undefined
  if (school) console.table([school])
  const consultations = isChosen('--consultations')
    ? await onOwnDatabase(folders[5] ?? '', own => measureConsultations(own, main))
    : undefined
  if (consultations) console.table([consultations])
  const events = isChosen('--events')
    ? await onOwnDatabase(folders[6] ?? '', own => measurePaymentEvents(own, main))
    : undefined
  if (events) console.table([events])
  const growth = isAsked('--growth')
    ? await measureGrowth({ small: folders[7] ?? '', large: folders[8] ?? '' }, main)
    : undefined
  if (growth) printGrowth(growth)
  if (growth && process.argv.includes('--keep')) keepGrowth(growth)
  const backup = isAsked('--backup')
    ? await onOwnDatabase(folders[10] ?? '', own => measureBackup(own, main))
    : undefined
  if (backup) console.table([backup])
  const file = process.argv[process.argv.indexOf('--json') + 1]
  const figures = { calls, whole, sockets, clubs, signIns, school, consultations, events, growth, backup }
  if (process.argv.includes('--json') && file) writeFileSync(file, `${JSON.stringify(figures, undefined, 2)}\n`)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
