import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, fixed on Linux. */
const ticksPerSecond = 100

/** Processor time (ms) that a process and all its present children have used so far. Linux only. */
export function cpuOfTree(root: number): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const fields = statOf(entry)
    if (!fields) continue
    const pid = Number(entry)
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
    // utime, stime, and the same of children that have ended and been waited for.
    ticks.set(
      pid,
      [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0),
    )
  }
  const total = (pid: number): number =>
    (ticks.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), 0)
  return (total(root) * 1000) / ticksPerSecond
}

/**
 * Resident memory (bytes) of a process, and unless it `isAlone` of its children; shared pages count once by their proportional share.
 */
export function memoryOfTree(root: number, { isAlone = false } = {}): number {
  if (isAlone) return proportionalBytes(root)
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const parent = Number(statOf(entry)?.[1] ?? -1)
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const total = (pid: number): number =>
    proportionalBytes(pid) + (children.get(pid) ?? []).reduce((sum, child) => sum + total(child), 0)
  return total(root)
}

function statOf(pid: string): string[] | undefined {
  try {
    // The name in parentheses may hold spaces; what follows it does not.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
  } catch {
    return undefined
  }
}

function proportionalBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
