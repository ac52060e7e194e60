import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildServer, startChildServer } from '../../testing/child-server.ts'
import { projectRoot } from '#server/platform/project-root.ts'

let folder: string
let program: string
let server: ChildServer
beforeAll(async () => {
  if (process.env['TEST_PROGRAMS'] !== 'built') execFileSync('npm', ['run', 'build'], { cwd: projectRoot })
  folder = mkdtempSync(join(tmpdir(), 'kurso-assembled-'))
  chmodSync(folder, 0o711)
  program = join(folder, 'program')
  execFileSync('deploy/assemble.sh', [program], { cwd: projectRoot, stdio: 'pipe' })
  server = await startChildServer(join(folder, 'data'), { DEMO: 'on' }, [join(program, 'build/server/main.js')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what the container and the unit run from has no sources and no tools, and serves both apps [OPS-05][OPS-11]', async () => {
  expect(existsSync(join(program, 'node_modules/vite'))).toBe(false)
  const sources = readdirSync(program, { recursive: true, encoding: 'utf8' }).filter(
    path => !path.startsWith('node_modules') && /\.tsx?$/.test(path),
  )
  expect(sources).toEqual([])
  for (const address of ['/', '/admin/login', '/explore/en'])
    expect((await fetch(server.url + address, { headers: { accept: 'text/html' } })).status, address).toBe(200)
})

test('its commands find the same school, and a signal stops it in order [OPS-05]', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') }
  const command = [join(program, 'build/server/person-command.js'), 'add', 'ann@example.com']
  expect(execFileSync(process.execPath, command, { env, encoding: 'utf8' })).toContain('Added ann@example.com')
  expect(await server.stop()).toBe(0)
}, 120_000)
