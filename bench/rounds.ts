import { cpuOfTree } from './process-cpu.ts'
import type { Crowd } from './socket-crowd.ts'

/** Processor ms that a server takes to bring so many events to all connections, one event after the other. */
export async function cpuOfRounds(
  pid: number,
  crowd: Crowd,
  { connections, rounds }: { connections: number; rounds: number },
  send: () => Promise<void>,
): Promise<number> {
  const before = cpuOfTree(pid)
  for (let round = 0; round < rounds; round++) {
    const all = crowd.events + connections
    await send()
    await until(() => crowd.events >= all)
  }
  return cpuOfTree(pid) - before
}

/** Has bare ws send a frame of so many bytes to all of its connections. */
export async function sendBare(port: number, bytes = 288): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/send?bytes=${bytes}`)
}

/** Waits until something is so, for a minute at most. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 60_000; !isSo(); await pause(5))
    if (performance.now() > deadline) throw new Error('The bench of sockets waited in vain')
}

export const pause = (ms: number): Promise<void> => new Promise<void>(resolve => setTimeout(resolve, ms))
