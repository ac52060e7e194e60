import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import {
  type EmbeddedConnection,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded/embedded-postgres.ts'
import { EmbeddedPostgresError } from '../../server/platform/database/embedded/embedded-postgres-error.ts'
import { type AppSources, openAppSources } from './app-sources.ts'
import { openFront } from './front.ts'
import { plainLine } from './plain-line.ts'
import { runServer } from './server-runner.ts'

const begun = performance.timeOrigin
const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache/dev')
const host = process.env['HOST'] || '127.0.0.1'
const wantedPort = Number(process.env['PORT'] || 4000)
const dataDir = resolve(process.env['DATA_DIR'] || join(root, '.cache/dev-data'))
const restartsServer = ['server', 'shared', 'brands', 'web/index.html', 'studio/index.html']
const needsNewPage = /\/brands\/|\/index\.html$/
const neverRuns = /\.test\.tsx?$|\/testing\//
const gatherMs = 20
const repeatedWithinMs = 500

await run().catch((error: Error) => {
  const isKnown = 'code' in error || error instanceof EmbeddedPostgresError
  console.error(isKnown ? `Kurso cannot start: ${error.message}` : error)
  process.exit(1)
})

/** The database stays while the server restarts; pages load the apps from their sources. */
async function run() {
  const nonce = randomBytes(9).toString('base64url')
  const opened: { sources?: AppSources } = {}
  const front = openFront({ nonce, port: () => runner.port(), answererOf: path => opened.sources?.answererOf(path) })
  front.listen(wantedPort, host)
  await once(front, 'listening')
  const url = addressOf(front.address())

  const opening = openAppSources({ root, cache, front, nonce })
  const database = openDatabase()
  const env = Promise.all([database, opening]).then(([{ env }]) => ({ ...serverSettings(url), ...env }))
  const runner = runServer({
    root,
    cache,
    env,
    argsOf: isFirst => [`--pages=${join(cache, 'pages')}`, ...(isFirst ? [] : ['--quiet'])],
    onLine: line => console.log(plainLine(line)),
    onStart(result) {
      if ('error' in result) {
        console.error(result.error.message)
        opened.sources?.showError(result.error)
      } else tellStart(result.ms)
    },
  })
  stopOnSignal(async () => {
    front.close()
    front.closeAllConnections()
    await Promise.all([runner.stop(), opening.then(opened => opened.close())])
    await (await database).stop()
  })
  await env
  opened.sources = await opening
  restartOnChange(opened.sources, runner)
}

let hasStarted = false

function tellStart(ms: number) {
  const took = ((hasStarted ? ms : Date.now() - begun) / 1000).toFixed(1)
  console.log(
    hasStarted
      ? `Server restarted in ${took} s`
      : `  Started in ${took} s. An edit shows by itself: the apps update in place, the server restarts. Ctrl-C stops it.\n`,
  )
  hasStarted = true
}

/** The embedded PostgreSQL, or the one of DATABASE_URL. */
async function openDatabase(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  if (process.env['DATABASE_URL']) return { env: {}, stop: async () => undefined }
  const log = { info: () => undefined, warn: (text: string) => console.warn(text) }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log })
  // The database is our own, but the server cannot know it.
  return { env: { DATABASE_URL: connectionUrl(connection), DEMO: process.env['DEMO'] ?? 'on' }, stop }
}

function connectionUrl({ host: socketFolder, port, user, database }: EmbeddedConnection): string {
  return `postgres:///${database}?host=${encodeURIComponent(socketFolder)}&port=${port}&user=${user}`
}

function serverSettings(url: string): Record<string, string> {
  const { PUBLIC_URL, LOG_LEVEL } = process.env
  return { HOST: '127.0.0.1', PUBLIC_URL: PUBLIC_URL || url, DATA_DIR: dataDir, LOG_LEVEL: LOG_LEVEL || 'warn' }
}

function restartOnChange(sources: AppSources, runner: { restart(): void; port(): Promise<number> }) {
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  async function take() {
    const files = changed
    changed = []
    if (files.some(file => file.endsWith('index.html'))) await sources.writePages()
    runner.restart()
    if (!files.some(file => needsNewPage.test(file))) return
    await runner.port()
    sources.reload()
  }
  sources.watch(restartsServer, file => {
    if (neverRuns.test(file)) return
    changed.push(file)
    clearTimeout(timer)
    timer = setTimeout(() => void take().catch(() => undefined), gatherMs)
  })
}

/** One Ctrl-C arrives twice under npm, which passes it on; a second one later ends everything at once. */
function stopOnSignal(stop: () => Promise<void>) {
  let askedAt: number | undefined
  const handle = () => {
    if (askedAt !== undefined) {
      if (Date.now() - askedAt > repeatedWithinMs) process.exit(1)
      return
    }
    askedAt = Date.now()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, handle)
}

function addressOf(address: string | { port: number } | null): string {
  const port = typeof address === 'object' && address ? address.port : wantedPort
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
