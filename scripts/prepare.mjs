// What every command does before its own work: the right Node, the packages of the lock file, a build of the sources.
// Plain Node without dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

const oldestNode = [20, 19]
const sources = ['shared', 'server', 'kit', 'web', 'studio', 'scripts/build']
const sourceFiles = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.studio.config.ts',
  'vite.server.config.ts',
]

/** Installs and builds what is missing or out of date, telling each step; a second one at the same time waits its turn. */
export async function prepare({ withBuild = true } = {}) {
  const complaint = wrongNode(process.versions.node)
  if (complaint) stop(complaint)
  if (isInstalled(root) && (!withBuild || isBuilt(root))) return
  const release = await takeTurn(join(root, '.cache/preparing.pid'))
  try {
    if (!isInstalled(root)) await install()
    if (withBuild && !isBuilt(root)) await build()
  } catch (error) {
    stop(error.message)
  } finally {
    release()
  }
}

/** Why this version of Node does not do; undefined when it does. */
export function wrongNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return undefined
  return `Kurso needs Node ${oldestNode.join('.')} or newer; this is ${version}. Get a newer one at https://nodejs.org`
}

/** Whether node_modules holds what package-lock.json says; npm lists what it installed only when it has finished. */
export function isInstalled(folder) {
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {}
  const installed = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages
  if (!installed) return false
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    return installed[path] ? installed[path].version === version : optional === true
  })
}

export function isBuilt(folder) {
  return readText(join(folder, 'build/stamp')) === hashSources(folder)
}

/** Changes with any source that the build is made from; tests are not built. */
export function hashSources(folder) {
  const hash = createHash('sha256')
  const add = path => {
    if (existsSync(join(folder, path)))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(folder, path)))
        .update('\0')
  }
  for (const source of sources) {
    const from = join(folder, source)
    if (!existsSync(from)) continue
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true }).sort(byPath)) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue
      add(join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    }
  }
  for (const file of sourceFiles) add(file)
  return hash.digest('hex')
}

function byPath(one, other) {
  const path = entry => join(entry.parentPath ?? entry.path, entry.name)
  return path(one) < path(other) ? -1 : 1
}

async function install() {
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  await step('Installing packages', [...npm, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'])
}

/** Builds the apps and the server into build/. */
export async function build() {
  const hash = hashSources(root)
  rmSync(join(root, 'build/stamp'), { force: true })
  const vite = [process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  const steps = [() => step('Building the server', [...vite, '-c', 'vite.server.config.ts'])]
  if (existsSync(join(root, 'vite.config.ts'))) steps.push(() => step('Building the learner app', vite))
  if (existsSync(join(root, 'vite.studio.config.ts')))
    steps.push(() => step('Building the studio', [...vite, '-c', 'vite.studio.config.ts']))
  if (availableParallelism() > 1) await Promise.all(steps.map(run => run()))
  else for (const run of steps) await run()
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(join(root, 'build/stamp'), hash)
}

/** Runs a command quietly, with a sign of life every few seconds; shows what it said only when it fails. */
export async function step(name, [program, ...args]) {
  const started = Date.now()
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`
  console.log(`${name} …`)
  const alive = setInterval(() => console.log(`${name} … ${seconds()}`), 5000)
  try {
    const { code, output } = await runQuietly(program, args)
    if (code !== 0) throw new Error(`${output.trim()}\n\n${name} failed (${code}).`)
    console.log(`${name}: done in ${seconds()}`)
  } finally {
    clearInterval(alive)
  }
}

function runQuietly(program, args) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  }
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: error.code, output: error.message }))
    child.once('close', (code, signal) => resolve({ code: code ?? signal, output }))
  })
}

/** Lets one process at a time install and build; resolves with what ends the turn. */
async function takeTurn(path) {
  mkdirSync(dirname(path), { recursive: true })
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(readText(path))
    if (holder && !isRunning(holder)) rmSync(path, { force: true })
    else if (!hasSaid) console.log(`Another start (process ${holder}) is installing or building here; waiting for it …`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function readJson(path) {
  const text = readText(path)
  return text === undefined ? undefined : JSON.parse(text)
}
