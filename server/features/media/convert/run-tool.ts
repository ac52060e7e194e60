import { spawn, type ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

export type ToolOptions = {
  /** Killed after this many ms. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Called with each line of output. */
  onLine?(line: string): void
}

/** A program failed; `said` is the end of its stderr. */
export class ToolFailure extends Error {
  readonly said: string
  constructor(command: string, said: string) {
    super(`${command} failed: ${said.split('\n').at(-1) ?? ''}`)
    this.said = said
  }
}

const saidAtMost = 4000

/** Runs a program at low priority, so that calls come first, and answers its output; waits for its end even when it is killed. */
export async function runTool(command: string, args: string[], options: ToolOptions): Promise<string> {
  const { timeoutMs, signal, onLine } = options
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs, killSignal: 'SIGKILL' })
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    lower(child)
    let output = ''
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-saidAtMost)))
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine)
    else child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    const code = await endOf(child)
    signal?.throwIfAborted()
    if (code !== 0) throw new ToolFailure(command, said.trim())
    return output
  } finally {
    signal?.removeEventListener('abort', kill)
  }
}

function lower({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already.
  }
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

/** Whether a program is on the PATH. */
export async function hasTool(command: string): Promise<boolean> {
  return runTool(command, ['-version'], { timeoutMs: 10_000 }).then(
    () => true,
    () => false,
  )
}
