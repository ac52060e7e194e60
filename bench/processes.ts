import { type ChildProcess, spawn } from 'node:child_process'

/** Starts a server process and waits until `url` answers 200; answers it with the milliseconds that took. */
export async function startServer(command: string[], env: Record<string, string>, url: string) {
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  await waitFor(url, child)
  return {
    child,
    pid: child.pid ?? 0,
    readyAfterMs: Math.round(performance.now() - startedAt),
    stop: () => stop(child),
  }
}

async function waitFor(url: string, child: ChildProcess) {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`The server of ${url} ended with code ${child.exitCode}`)
    const status = await fetch(url).then(
      response => response.status,
      () => 0,
    )
    if (status === 200 || status === 404) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`${url} did not answer within a minute`)
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
