import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectLive } from '../../testing/live-client.ts'
import { startTwoNodes, type TwoNodes } from '../../testing/two-nodes.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { freePort } from '#server/platform/testing/free-port.ts'

const hasCaddy = spawnSync('caddy', ['version']).error === undefined

describe.runIf(hasCaddy)('two nodes behind Caddy as it is configured here', () => {
  let nodes: TwoNodes
  let caddy: ChildProcess
  let folder: string
  let school: string
  beforeAll(async () => {
    nodes = await startTwoNodes({ TRUST_PROXY: 'on' })
    folder = mkdtempSync(join(tmpdir(), 'kurso-caddy-'))
    school = `http://127.0.0.1:${await freePort()}`
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SCHOOL_DOMAIN: school,
      MEDIA_DOMAIN: `http://127.0.0.1:${await freePort()}`,
      NODES: nodes.nodes.map(({ url }) => new URL(url).host).join(' '),
    }
    const adapted = execFileSync('caddy', ['adapt', '--config', join(projectRoot, 'deploy/Caddyfile')], {
      env,
      stdio: 'pipe',
    })
    const config = join(folder, 'caddy.json')
    // Without its own console, which has one port on a machine.
    writeFileSync(config, JSON.stringify({ ...JSON.parse(adapted.toString()), admin: { disabled: true } }))
    caddy = spawn('caddy', ['run', '--config', config], { env, stdio: 'ignore' })
  })
  afterAll(async () => {
    caddy.kill('SIGKILL')
    await once(caddy, 'exit')
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const statusOf = (path: string) =>
    fetch(school + path, { headers: { 'x-app-id': 'kurso', authorization: `Bearer ${nodes.learner.token}` } }).then(
      ({ status }) => status,
      () => 0,
    )

  test('calls and live connections pass, and while one node is stopped nobody is refused [OPS-05][OPS-11]', async () => {
    await expect.poll(() => statusOf('/spa/api/v1/user'), { timeout: 20_000 }).toBe(200)
    const live = await connectLive(school, nodes.learner.token, {})
    await expect.poll(() => live.of('welcome').length).toBe(1)
    live.socket.close()
    const [first] = nodes.nodes
    let isOver = false
    const visitor = async () => {
      const seen = new Set<number>()
      while (!isOver) {
        seen.add(await statusOf('/spa/api/v1/user'))
        await pause(20)
      }
      return [...seen]
    }
    const visitors = Array.from({ length: 4 }, visitor)
    await pause(500)
    expect(await first.stop()).toBe(0)
    await pause(3000)
    isOver = true
    expect(await Promise.all(visitors)).toEqual(Array.from({ length: 4 }, () => [200]))
  }, 120_000)
})
