import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { RunAs } from './embedded-user.ts'

const ownDatabase = 'Give Kurso a PostgreSQL of your own (15 or newer) with DATABASE_URL.'

/**
 * The folder with bin, lib and share of the embedded PostgreSQL, usable by the user it runs as: the installed package
 * itself, or a copy of it, made once, when that user cannot read the package or its links cannot be made in place.
 */
export function findBinaries(runAs: RunAs): string {
  const installed = installedPackage()
  if (linked(installed) && runs(installed, runAs)) return installed
  const cache = runAs ? '/var/cache/kurso' : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kurso')
  const copy = join(cache, `postgres-${versionOf(installed)}-${process.platform}-${process.arch}`)
  if (!runs(copy, runAs)) copyBinaries(installed, cache, copy)
  const failure = reasonNotToRun(copy, runAs)
  if (failure !== undefined)
    throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run here: ${failure}. ${ownDatabase}`)
  return copy
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed; npm leaves it out with --omit=optional). ${ownDatabase}`,
    )
  }
}

function versionOf(native: string): string {
  return (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version
}

/** npm packages carry no links: makes those that the libraries need. False where the package folder cannot be written. */
function linked(native: string): boolean {
  const root = join(native, '..')
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  try {
    for (const { source, target } of links) makeLink(join(root, source), join(root, target))
    return true
  } catch {
    return false
  }
}

function makeLink(source: string, target: string): void {
  if (lstatSync(target, { throwIfNoEntry: false })) return
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function runs(native: string, runAs: RunAs): boolean {
  return reasonNotToRun(native, runAs) === undefined
}

function reasonNotToRun(native: string, runAs: RunAs): string | undefined {
  for (const program of ['postgres', 'initdb']) {
    const tried = spawnSync(join(native, 'bin', program), ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' })
    if (tried.error) return tried.error.message
    if (tried.status !== 0) return tried.stderr.trim() || `${program} ended with ${tried.signal ?? tried.status}`
  }
  return undefined
}

/** Copies aside and renames, so that a copy that was cut short is never taken for a whole one. */
function copyBinaries(installed: string, cache: string, copy: string): void {
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  const aside = mkdtempSync(join(cache, 'copying-'))
  const native = join(aside, 'native')
  cpSync(installed, native, { recursive: true, verbatimSymlinks: true })
  linked(native)
  makeReadable(native)
  rmSync(copy, { recursive: true, force: true })
  renameSync(native, copy)
  rmSync(aside, { recursive: true, force: true })
}

function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeReadable(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
