import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/platform/testing/free-port.ts'
import { hashSources, root } from './prepare.mjs'

// A busy machine takes minutes to install and build: this only ends what hangs.
const aWhile = 600_000
let clone: string
let port: number
let running: ChildProcess | undefined

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurso start '))
  chmodSync(folder, 0o711)
  clone = join(folder, 'a fresh clone')
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(name => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    copyFileSync(join(root, file), join(clone, file))
  }
  port = await freePort()
})

afterAll(async () => {
  if (running) await interrupt(running)
  execFileSync('rm', ['-rf', join(clone, '..')])
}, aWhile)

/** `npm start` as in a terminal of its own, with nothing of this run's environment but the path. */
function npmStart(): { child: ChildProcess; said: () => string } {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port) }
  const child = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  return { child, said: () => output }
}

async function untilReady({ child, said }: ReturnType<typeof npmStart>): Promise<string> {
  running = child
  while (!said().includes('Kurso is ready')) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(said())
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return said()
}

/** Ctrl-C: the terminal sends it to npm and to the server. npm may be gone before the server has stopped its database. */
async function interrupt(child: ChildProcess) {
  running = undefined
  if (child.exitCode !== null || child.signalCode !== null) return
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await once(child, 'close')
}

function get(path: string, accept = '*/*'): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
}

function signIn(email: string, password: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/spa/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

test('npm start on a fresh clone installs, builds, migrates, seeds, serves and says where and with which sign-ins [OPS-01]', {
  timeout: aWhile,
}, async () => {
  const said = await untilReady(npmStart())
  expect(said).toMatch(/Installing packages: done in .*Building the server: done in /s)
  expect(said).toContain(`Kurso is ready at http://127.0.0.1:${port}`)
  for (const name of ['learner', 'expert', 'admin']) {
    expect(said).toMatch(new RegExp(`${name}@example\\.com +password kurso-demo`))
  }
  expect((await get('/readyz')).status).toBe(200)
  expect((await signIn('learner@example.com', 'kurso-demo')).status).toBe(200)
  expect(await (await get('/', 'text/html')).text()).toContain('<script type="module"')
})

test('a second start in the same place says that Kurso runs there already and stops [OPS-01]', {
  timeout: aWhile,
}, async () => {
  const { child, said } = npmStart()
  const [code] = await once(child, 'exit')
  expect(said()).toMatch(
    /Kurso cannot start: Kurso already runs on the data folder .*a fresh clone.data \(process \d+\)/,
  )
  expect(code).toBe(1)
  expect((await get('/healthz')).status).toBe(200)
})

test('Ctrl-C stops it with its database, and the next start neither installs nor builds [OPS-01, OPS-04]', {
  timeout: aWhile,
}, async () => {
  if (!running) throw new Error('not running')
  await interrupt(running)
  expect(existsSync(join(clone, 'data/kurso.pid'))).toBe(false)
  expect(existsSync(join(clone, 'data/postgres/postmaster.pid'))).toBe(false)
  const said = await untilReady(npmStart())
  expect(said).not.toMatch(/Installing|Building/)
  expect((await get('/readyz')).status).toBe(200)
})

test('after kill -9 of the server it starts again on the same data', { timeout: aWhile }, async () => {
  const { pid } = JSON.parse(readFileSync(join(clone, 'data/kurso.pid'), 'utf8')) as { pid: number }
  const killed = running
  process.kill(pid, 'SIGKILL')
  if (killed?.exitCode === null) await once(killed, 'exit')
  await untilReady(npmStart())
  expect((await get('/readyz')).status).toBe(200)
})

test('npm test there runs each check, tests and walks by itself, says how many passed, names what failed or was flaky, and fails with one that does [OPS-02]', {
  timeout: aWhile,
}, async () => {
  standInForChecks()
  writeFileSync(join(clone, 'shared/platform/wrong.test.ts'), wrongTest)
  const units = ['shared/platform/text.test.ts', 'shared/platform/wrong.test.ts']
  const { said, code } = await npmTest(await freePort(), ...units, 'e2e/shell/live.spec.ts')
  expect(said).toMatch(
    /format:check: 1 passed, 0 failed.*lint: 0 passed, 1 failed.*typecheck: 1 passed, 0 failed.*build: 1 passed, 0 failed/s,
  )
  expect(said.match(/^asked for .*$/gm)).toEqual(checks.map(check => `asked for ${check}`))
  expect(said).toMatch(/unit and server tests: [1-9]\d* passed, 1 failed/)
  expect(said).toMatch(/walks in the browser: [1-9]\d* passed, 0 failed/)
  expect(said).toMatch(/^failed: lint$/m)
  expect(said).toMatch(/^failed: shared\/platform\/wrong.test.ts › is wrong$/m)
  expect(said).toMatch(/^flaky: shared\/platform\/wrong.test.ts › is right the second time$/m)
  expect(said.trim().split('\n').at(-1)).toMatch(/^[1-9]\d* passed, 2 failed$/)
  expect(code).toBe(1)
})

const checks = ['format:check', 'lint', 'typecheck', 'build'] as const

/** The run that this test is part of checks and builds the whole house; this one only has to be asked for it. One check fails. */
function standInForChecks() {
  const file = join(clone, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> }
  for (const check of checks) manifest.scripts[check] = `echo asked for ${check}${check === 'lint' ? '; exit 1' : ''}`
  writeFileSync(file, JSON.stringify(manifest))
  // The walks go through what the first start has built.
  writeFileSync(join(clone, 'build/stamp'), hashSources(clone))
}

const wrongTest = `import { expect, test } from 'vitest'

let times = 0

test('is wrong', () => {
  expect(1).toBe(2)
})

test('is right the second time', () => {
  times += 1
  expect(times).toBe(2)
})
`

async function npmTest(walkPort: number, ...files: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], CI: 'true', E2E_PORT: String(walkPort) }
  const child = spawn('npm', ['test', '--', ...files], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}
