import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { build, type Rolldown } from 'vite'

const stopAfterMs = 2000
const probeEveryMs = 15

export type ServerRunner = {
  /** Where the server listens. Waits while it restarts; rejects with the reason when it could not start. */
  port(): Promise<number>
  /** Builds and starts it afresh; during a restart that one is given up for the new one. */
  restart(): void
  stop(): Promise<void>
}

type Given = {
  root: string
  /** Folder for what is built. */
  cache: string
  /** Variables of the server, once all that it needs is there. */
  env: Promise<Record<string, string>>
  /** Arguments of the server, the first time and later. */
  argsOf(isFirst: boolean): string[]
  /** Told each line that a server prints. */
  onLine(line: string): void
  /** Told after each start how many ms it took from the change to the first answer, or why it failed. */
  onStart(result: { ms: number } | { error: Error }): void
}

/**
 * Keeps the server running as the build makes it; bundling takes some hundred milliseconds. The next process waits with all
 * packages loaded, which is most of a start.
 */
export function runServer(given: Given): ServerRunner {
  rmSync(join(given.cache, 'server'), { recursive: true, force: true })
  mkdirSync(given.cache, { recursive: true })
  const processes = keepProcesses(given)
  let ready: Promise<number>
  let building: Promise<unknown> = Promise.resolve()
  let isStopped = false

  async function start(isWanted: () => boolean): Promise<number> {
    const begun = Date.now()
    const bundled = building.then(() => (isWanted() ? bundle(given) : undefined))
    building = bundled.catch(() => undefined)
    const [env] = await Promise.all([given.env, bundled])
    if (!isWanted()) throw new Error('Another start is under way')
    const port = await processes.start(env, () => {
      if (isWanted()) ready = refused(new Error('The server ended; an edit starts it again'))
    })
    given.onStart({ ms: Date.now() - begun })
    return port
  }

  function restart() {
    const mine = start(() => ready === mine && !isStopped)
    ready = mine
    mine.catch((error: Error) => {
      if (ready === mine && !isStopped) given.onStart({ error })
    })
  }

  async function port(): Promise<number> {
    const waited = ready
    const found = await waited.catch((error: Error) => error)
    if (waited !== ready) return port()
    if (found instanceof Error) throw found
    return found
  }

  ready = refused(new Error('Not started yet'))
  restart()
  return {
    restart,
    port,
    async stop() {
      isStopped = true
      await processes.stop()
    },
  }
}

/** The process that serves, and the one that waits to take its place. */
function keepProcesses(given: Given) {
  let next: ChildProcess | undefined = spawnStandby(given)
  let current: ChildProcess | undefined
  let isFirst = true
  return {
    /** Ends the server and starts what is bundled; answers its port when it serves. */
    async start(env: Record<string, string>, onEnd: () => void): Promise<number> {
      if (current) void end(current)
      const child = next ?? spawnStandby(given)
      next = undefined
      current = child
      const port = await freePort()
      const run = pathToFileURL(join(given.cache, 'server/main.js')).href
      child.send({ run, args: given.argsOf(isFirst), env: { ...env, PORT: String(port) } })
      await untilAnswers(port, child)
      isFirst = false
      next ??= spawnStandby(given)
      child.once('exit', () => {
        if (child === current) onEnd()
      })
      return port
    },
    async stop() {
      const running = [current, next].filter(child => child !== undefined)
      await Promise.all(running.map(end))
    },
  }
}

function refused(error: Error): Promise<never> {
  const promise = Promise.reject(error)
  promise.catch(() => undefined)
  return promise
}

/** Bundles the server and remembers which packages it imports. */
async function bundle({ root, cache }: Given) {
  const built = (await build({
    root,
    configFile: join(root, 'vite.server.config.ts'),
    logLevel: 'silent',
    build: { outDir: join(cache, 'server'), emptyOutDir: false, sourcemap: true },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter(part => part.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const outside = new Set(chunks.flatMap(({ imports }) => imports).filter(name => !own.has(name) && !isBuiltin(name)))
  writeFileSync(join(cache, 'packages.json'), JSON.stringify([...outside]))
}

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name)

function spawnStandby({ root, cache, onLine }: Given): ChildProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'scripts/dev/standby.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine)
  child.send({ packages: knownPackages(cache) })
  return child
}

function knownPackages(cache: string): string[] {
  try {
    return JSON.parse(readFileSync(join(cache, 'packages.json'), 'utf8')) as string[]
  } catch {
    // Nothing has been built here yet.
    return []
  }
}

async function untilAnswers(port: number, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server could not start')
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, probeEveryMs))
  }
}

/** Lets requests under way end, but not for long. */
async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopAfterMs)
  await ended
  clearTimeout(timer)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
