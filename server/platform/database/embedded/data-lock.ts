import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { processIdentity } from './processes.ts'

type Holder = { pid: number; identity: string | undefined }

/**
 * Takes the data folder for this process and returns what gives it back. A lock whose process is gone (kill -9, power cut) is
 * taken over; while it runs, refuses with EmbeddedPostgresError naming its pid.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = join(dataDir, 'kurso.pid')
  const own = join(dataDir, `kurso.pid.${process.pid}`)
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) })
  writeLock(own, content)
  try {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      if (linkedTo(own, lock)) return () => release(lock, content)
      const found = readText(lock)
      if (found === undefined) continue
      const holder = parseHolder(found)
      if (holder && isRunning(holder)) throw alreadyRuns(dataDir, holder.pid)
      removeStale(lock, found)
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new EmbeddedPostgresError(`${lock} keeps changing: several starts at once. Try again.`)
}

function writeLock(file: string, content: string): void {
  try {
    writeFileSync(file, content)
  } catch (error) {
    rmSync(file, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOSPC' ? 'the disk is full; make room and start again' : message
    throw new EmbeddedPostgresError(`The data folder cannot be written: ${reason} (${file}).`)
  }
}

function alreadyRuns(dataDir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Kurso already runs on the data folder ${dataDir} (process ${pid}). Stop it first, or give this one a folder of its own with DATA_DIR.`,
  )
}

function isRunning(holder: Holder): boolean {
  const identity = processIdentity(holder.pid)
  return identity !== undefined && identity === holder.identity
}

/** Two starts may find the same stale lock: whoever moved a fresh one away by mistake puts it back. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readText(aside) !== stale) linkedTo(aside, lock)
  rmSync(aside, { force: true })
}

function release(lock: string, content: string): void {
  if (readText(lock) === content) rmSync(lock, { force: true })
}

function linkedTo(existing: string, name: string): boolean {
  try {
    linkSync(existing, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
