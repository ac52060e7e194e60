import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** What a program may use of the machine. The system stops it beyond that, where there is a shell to say so. */
export type Bounds = { memoryBytes: number; cpuSeconds?: number }

export type ToolOptions = {
  bounds?: Bounds
  /** Killed after this many ms. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** What it reads. */
  input?: string
  /** Called with each line of output. */
  onLine?(line: string): void
}

/**
 * A program failed; `said` is the end of its stderr, `wasStopped` whether it went beyond its time or bounds, `wasKilled` whether that
 * ended it.
 */
export class ToolFailure extends Error {
  readonly said: string
  readonly wasStopped: boolean
  readonly wasKilled: boolean
  constructor(command: string, said: string, wasKilled: boolean) {
    super(`${command} failed: ${said.split('\n').at(-1) ?? ''}`)
    this.said = said
    this.wasKilled = wasKilled
    this.wasStopped = wasKilled || /malloc|cannot allocate|out of memory/i.test(said)
  }
}

/** A program could not be run, or was ended from outside, as for want of memory: that says nothing about what it was given. */
export class ToolGone extends Error {}

/** How a shell ends that cannot run a program, and ffmpeg when it is told to end. */
const goneCodes = [126, 127, 255]
const goneSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']

const saidAtMost = 4000

/** Runs a program at low priority, so that calls come first, and answers its output; waits for its end even when it is killed. */
export async function runTool(command: string, args: string[], options: ToolOptions): Promise<string> {
  const { bounds, timeoutMs, signal, input, onLine } = options
  const child = spawn(...bounded(bounds, command, args), {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  const processor = watchProcessor(child.pid)
  try {
    lower(child)
    // Its exit says more.
    child.stdin.on('error', () => {}).end(input)
    let output = ''
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-saidAtMost)))
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    else child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const { code, endedBy } = await endOf(child)
    signal?.throwIfAborted()
    const isOutOfTime = child.killed || processor.mayHaveUsed(bounds?.cpuSeconds ?? Infinity)
    const isGone = endedBy === 'SIGKILL' ? !isOutOfTime : goneSignals.includes(endedBy ?? '')
    if (isGone || goneCodes.includes(code ?? 0))
      throw new ToolGone(`${command} was not run to its end: ${said.trim() || (endedBy ?? code)}`)
    if (code !== 0) throw new ToolFailure(command, said.trim(), code === null)
    return output
  } finally {
    processor.stop()
    signal?.removeEventListener('abort', kill)
  }
}

const lookedEveryMs = 250
const ticksASecond = 100

/**
 * Follows how much of the processor a program uses. The system ends it in the same way when its seconds are used up as it does for
 * want of memory, and does not tell which it was.
 */
function watchProcessor(pid: number | undefined) {
  let known = { seconds: 0, at: performance.now() }
  const look = () => {
    const at = performance.now()
    const seconds = processorSeconds(pid)
    if (seconds !== undefined) known = { seconds, at }
  }
  const timer = setInterval(look, lookedEveryMs).unref()
  return {
    /** Whether it may have used so many seconds by now. */
    mayHaveUsed: (seconds: number) =>
      known.seconds + 1 + ((performance.now() - known.at) / 1000) * availableParallelism() >= seconds,
    stop: () => clearInterval(timer),
  }
}

/** The seconds of the processor that a program has used; undefined where the system does not tell, or it has ended. */
function processorSeconds(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
    return (Number(user) + Number(system)) / ticksASecond
  } catch {
    return undefined
  }
}

const kiB = 1024
const stackKiB = 2048

/** The system ends the program with this process, however it ends; where there is no setpriv, a tool ends with its pipe. */
const withUs = 'setpriv --pdeathsig KILL'

/**
 * The command that runs a program within bounds. Stacks of threads count as memory, so they are small too. A limit that the
 * system does not know is left out.
 */
export function bounded(bounds: Bounds | undefined, command: string, args: string[]): [string, string[]] {
  if (!bounds || process.platform === 'win32') return [command, args]
  const { memoryBytes, cpuSeconds } = bounds
  const limits = [`-d ${Math.ceil(memoryBytes / kiB)}`, `-s ${stackKiB}`, ...(cpuSeconds ? [`-t ${cpuSeconds}`] : [])]
  const bounding = limits.map(limit => `ulimit ${limit} 2>/dev/null`).join('; ')
  const script = `${bounding}; ${withUs} true 2>/dev/null && exec ${withUs} "$0" "$@"; exec "$0" "$@"`
  return ['/bin/sh', ['-c', script, command, ...args]]
}

function lower({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

function endOf(child: ChildProcess): Promise<{ code: number | null; endedBy: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, endedBy) => resolve({ code, endedBy }))
  })
}

/** Whether a program is on the PATH and runs; one that is slow to answer on a busy machine is there. */
export async function hasTool(command: string, timeoutMs = 10_000): Promise<boolean> {
  return runTool(command, ['-version'], { timeoutMs }).then(
    () => true,
    (error: unknown) => error instanceof ToolFailure && error.wasStopped,
  )
}
