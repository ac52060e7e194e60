import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import type { Growth } from './growth.ts'
import type { Comparison } from './load.ts'
import type { PageRow } from './pages.ts'
import type { SocketFigures } from './sockets.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'kurso-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Figures = { calls: Comparison[]; sockets: SocketFigures; whole: { pages: PageRow[] } }

test('the bench measures calls, live connections and a page beside their limits, and prints the ratios [PRF-01]', async () => {
  if (!existsSync(join(projectRoot, 'build/server/main.js'))) await run('npm', ['run', 'build'], { cwd: projectRoot })
  const file = join(folder, 'figures.json')
  const parts = ['--calls', '--only', 'save-lesson-stat', '--sockets', '--pages']
  const { stdout } = await run('npm', ['run', 'bench', '--', '--quick', ...parts, '--json', file], { cwd: projectRoot })
  const { calls, sockets, whole } = JSON.parse(readFileSync(file, 'utf8')) as Figures

  const [call] = calls
  if (!call) throw new Error('No call was measured')
  expect(call.row).toBe('POST /save-lesson-stat')
  expect(call.limit.cpuMsPerRequest).toBeGreaterThan(0)
  expect(call.ratio).toBeCloseTo(call.ours.cpuMsPerRequest / call.limit.cpuMsPerRequest, 5)
  expect(stdout).toContain(`'${call.ratio.toFixed(2)}'`)

  expect(sockets.barePerCpuSecond).toBeGreaterThan(0)
  expect(sockets.ratio).toBeCloseTo(sockets.oursPerCpuSecond / sockets.barePerCpuSecond, 1)
  expect(stdout).toContain(`'${sockets.ratio.toFixed(2)}'`)

  const [page] = whole.pages
  expect(page).toMatchObject({ page: 'sign-in', requests: expect.any(Number) as number })
  expect(page?.lcpOfBare).toBeGreaterThan(0)
  expect(stdout).toMatch(/lcpOfBare/)
})

test('the bench asks a school that has grown and a small one the same calls in turn', async () => {
  const file = join(folder, 'growth.json')
  const parts = ['--growth', '--quick', '--only', 'save-lesson-stat', '--json', file]
  await run('npm', ['run', 'bench', '--', ...parts], { cwd: projectRoot })
  const { growth } = JSON.parse(readFileSync(file, 'utf8')) as { growth: Growth }
  expect(growth).toMatchObject({ learners: 2000, messages: expect.any(Number) as number })
  expect(growth.statistics).toBeGreaterThan(18_000)
  expect(growth.messages).toBeGreaterThan(36_000)
  expect(growth.calls.map(({ row }) => row)).toEqual(['POST /save-lesson-stat'])
  expect(growth.calls[0]?.ratio).toBeGreaterThan(0)
})
