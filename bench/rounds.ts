import { cpuOfTree } from './process-cpu.ts'
import type { Crowd } from './socket-crowd.ts'

/** Processor ms that a server takes for rounds in each of which `send` brings so many events to all connections together. */
export async function cpuOfRounds(
  pid: number,
  crowd: Crowd,
  { deliveries, rounds }: { deliveries: number; rounds: number },
  send: () => Promise<void>,
): Promise<number> {
  const before = cpuOfTree(pid)
  for (let round = 0; round < rounds; round++) {
    const all = crowd.events + deliveries
    await send()
    await until(() => crowd.events >= all)
  }
  return cpuOfTree(pid) - before
}

/** Has bare ws send a frame of so many bytes to all of its connections, so many times. */
export async function sendBare(port: number, bytes = 288, times = 1): Promise<void> {
  await fetch(`http://127.0.0.1:${port}/send?bytes=${bytes}&times=${times}`)
}

/** Waits until something is so, for a minute at most. */
export async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 60_000; !isSo(); await pause(5))
    if (performance.now() > deadline) throw new Error('The bench of sockets waited in vain')
}

export const pause = (ms: number): Promise<void> => new Promise<void>(resolve => setTimeout(resolve, ms))
