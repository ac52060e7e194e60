import { readdirSync, readFileSync } from 'node:fs'
import { pid as own, platform } from 'node:process'

/** What watching sees at least; elsewhere than on Linux nothing is seen. */
export const leastSeen = platform === 'linux' ? 10 : 0

/** The parent of each process, as Linux tells it. */
function parents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    const parent = /^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1]
    if (parent) found.set(Number(name), Number(parent))
  }
  return found
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Watches what this process starts; `stop` answers the most memory that one of those processes has had, in MB. */
export function watchChildren(): { stop(): number } {
  let most = 0
  const look = () => {
    const all = parents()
    const isOwn = (pid: number): boolean => {
      const parent = all.get(pid)
      return parent !== undefined && (parent === own || isOwn(parent))
    }
    // The system keeps the peak of each process, so that a look in its life is enough.
    for (const pid of all.keys())
      if (isOwn(pid)) most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024)
  }
  const timer = platform === 'linux' ? setInterval(look, 50) : undefined
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
