import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processIdentity } from './database/embedded/processes.ts'
import { projectRoot } from './project-root.ts'
import { hasTool, runTool, ToolFailure, ToolGone } from './run-tool.ts'

/** A process that runs, within bounds, a program which never writes and never ends; answers its id too. */
async function startNode() {
  const script = `
    import { runTool } from './server/platform/run-tool.ts'
    const bounds = { memoryBytes: 400_000_000, cpuSeconds: 20 }
    const onLine = line => console.log(line)
    await runTool('/bin/sh', ['-c', 'echo $$; exec sleep 600'], { bounds, timeoutMs: 600_000, onLine })`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const node = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = (await once(node.stdout.setEncoding('utf8'), 'data')) as [string]
  return { node, tool: Number(said) }
}

test.runIf(process.platform === 'linux').each(['SIGKILL', 'SIGTERM'] as const)(
  'a program ends with the node that runs it, also when that ends by %s [MED-04]',
  async signal => {
    const { node, tool } = await startNode()
    expect(processIdentity(tool)).toBeDefined()
    node.kill(signal)
    await expect.poll(() => processIdentity(tool), { timeout: 5000 }).toBeUndefined()
  },
)

test.runIf(process.platform === 'linux')(
  'a program that is slow to answer is there; one that fails, or is nowhere, is not',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kurso-tool-'))
    const tool = async (name: string, script: string) => {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
      await chmod(join(folder, name), 0o755)
      return hasTool(join(folder, name), 200)
    }
    expect(await tool('slow', 'exec sleep 60')).toBe(true)
    expect(await tool('quick', 'exit 0')).toBe(true)
    expect(await tool('broken', 'exit 1')).toBe(false)
    expect(await hasTool(join(folder, 'nowhere'))).toBe(false)
  },
)

const spin = 'while :; do :; done'
test.runIf(process.platform === 'linux').each([
  ['is nowhere', '/nowhere/ffmpeg', '', {}, ToolGone],
  ['is told to end', '/bin/sh', 'kill $$; sleep 60', {}, ToolGone],
  ['ends as ffmpeg does when it is told to', '/bin/sh', 'exit 255', {}, ToolGone],
  ['is killed for want of memory', '/bin/sh', 'kill -9 $$; sleep 60', {}, ToolGone],
  ['fails', '/bin/sh', 'exit 1', {}, ToolFailure],
  ['crashes', '/bin/sh', 'kill -SEGV $$; sleep 60', {}, ToolFailure],
  ['uses up its seconds of the processor', '/bin/sh', spin, { cpuSeconds: 2 }, ToolFailure],
  ['takes longer than it may', '/bin/sh', 'exec sleep 60', { timeoutMs: 200 }, ToolFailure],
])('a program that %s says something of its file, or nothing', async (_, command, script, limits, failure) => {
  const { cpuSeconds = 600, timeoutMs = 60_000 } = limits as { cpuSeconds?: number; timeoutMs?: number }
  const running = runTool(command, ['-c', script], { bounds: { memoryBytes: 400_000_000, cpuSeconds }, timeoutMs })
  await expect(running).rejects.toBeInstanceOf(failure)
})
