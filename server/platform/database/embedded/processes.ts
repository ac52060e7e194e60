import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * What tells this process from any other that ever has its pid: changes when the pid is given out again, after a reboot too.
 * Undefined when no such process runs (one that has ended but is not yet reaped does not run).
 */
export function processIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid)
}

function identityFromProc(pid: number): string | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command name before the last parenthesis may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readOrUndefined('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

function identityFromPs(pid: number): string | undefined {
  return ps(pid, 'stat=')?.startsWith('Z') ? undefined : ps(pid, 'lstart=')
}

/** Whether process `pid` is a PostgreSQL server working in `dataFolder` (a real path). */
export function isPostmasterOf(pid: number, dataFolder: string): boolean {
  if (processIdentity(pid) === undefined) return false
  if (process.platform !== 'linux') return ps(pid, 'command=')?.includes(dataFolder) ?? false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataFolder
  } catch {
    return false
  }
}

/** Resolves with whether the process ended within `timeout` ms. */
export async function waitForEnd(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (processIdentity(pid) !== undefined) {
    if (Date.now() > deadline) return false
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return true
}

function ps(pid: number, column: string): string | undefined {
  try {
    const shown = execFileSync('ps', ['-p', String(pid), '-o', column], { stdio: ['ignore', 'pipe', 'ignore'] })
    return shown.toString().trim() || undefined
  } catch {
    return undefined
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
