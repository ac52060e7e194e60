// Takes a picture of every screen at three widths, in each language, light and dark: npm run screens [-- NAME…]
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOnPath } from './chromium.mjs'
import { projectRoot } from '#server/platform/project-root.ts'

// The place of the database is read from the environment by everything below, so it is set before they are loaded.
process.env['E2E_PORT'] ??= '4199'
const { e2eDataDir, e2ePort } = await import('../e2e/school/server-place.ts')
const { allScreens } = await import('../e2e/screens/all-screens.ts')
const { shoot } = await import('./shoot.ts')

const folder = join(projectRoot, 'artifacts/screens')
const forms = [
  { isPhone: true, widths: [390] },
  { isPhone: false, widths: [828, 1244] },
]
const languages = ['en', 'ru', 'es'] as const
const origin = `http://127.0.0.1:${e2ePort}`

async function startServer(): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['scripts/e2e-server.mjs'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: String(e2ePort),
      HOST: '127.0.0.1',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      PUBLIC_URL: '',
      DATA_DIR: e2eDataDir,
    },
  })
  const ended = new Promise<never>((_, reject) => {
    server.once('exit', code => reject(new Error(`The server stopped with ${code}`)))
  })
  await Promise.race([ready(), ended])
  return server
}

async function ready(): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 150))
  }
  throw new Error('The server was not ready within three minutes')
}

function launch(): Promise<Browser> {
  const executablePath = chromiumOnPath()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ ...(executablePath && { executablePath }), args })
}

const started = Date.now()
const wanted = process.argv.slice(2)
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const server = await startServer()
const browser = await launch()
try {
  const screens = (await allScreens()).filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const rounds = languages.flatMap(language => forms.map(form => ({ ...form, language }))).values()
  const counts = new Map<string, number>()
  const worker = async () => {
    for (const round of rounds) {
      const files = await shoot(browser, { ...round, folder, screens })
      for (const file of files) {
        const name = file.replace(/-\d+-\w+-\w+\.png$/, '')
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      console.log(`${round.language} at ${round.widths.join(' and ')}: ${Math.round((Date.now() - started) / 1000)} s`)
    }
  }
  await Promise.all([worker(), worker()])
  for (const [name, count] of counts) console.log(`${name}: ${count} pictures`)
  const sum = [...counts.values()].reduce((total, count) => total + count, 0)
  console.log(`${sum} pictures in ${folder}, ${Math.round((Date.now() - started) / 1000)} s`)
} finally {
  await browser.close()
  server.removeAllListeners('exit')
  server.kill('SIGTERM')
}
