// Everything that must hold, one after another, on a fresh clone too. The last line counts what passed and what failed.
// `npm test -- a.test.ts b.spec.ts` keeps to those test files, after the same set-up and static checks.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumOnPath } from './chromium.mjs'
import { countedRun, runLoudly, vitestReport } from './counting.mjs'
import { prepare, root, step } from './prepare.mjs'

const started = Date.now()
const chosen = process.argv.slice(2)
const units = chosen.filter(file => !file.endsWith('.spec.ts'))
const walks = chosen.filter(file => file.endsWith('.spec.ts'))
const unitReport = 'artifacts/unit.json'
const walkReport = 'artifacts/e2e.json'

await prepare({ withBuild: false })
await ensureBrowser()
mkdirSync(join(root, 'artifacts'), { recursive: true })

const results = []
for (const name of ['format:check', 'lint', 'typecheck', 'build']) {
  await record(name, async () => {
    const isGood = await runLoudly(['npm', 'run', '--silent', name], root)
    if (!isGood) console.log(`failed: ${name}`)
    return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 }
  })
}
if (chosen.length === 0 || units.length > 0) {
  await record('unit and server tests', () =>
    countedRun(['npx', 'vitest', 'run', ...units, ...vitestReport(unitReport)], join(root, unitReport), root),
  )
}
if (chosen.length === 0 || walks.length > 0) {
  await record('walks in the browser', () =>
    countedRun(['npx', 'playwright', 'test', ...walks], join(root, walkReport), root),
  )
}
report()

async function record(name, work) {
  console.log(`\n── ${name}`)
  const begun = Date.now()
  const counts = await work()
  const seconds = Math.round((Date.now() - begun) / 1000)
  results.push({ name, seconds, ...counts })
  console.log(`── ${name}: ${counts.failed === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
}

async function ensureBrowser() {
  if (chromiumOnPath()) return
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath())) return
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  await step('Installing a browser for the tests', [process.execPath, playwright, 'install', 'chromium']).catch(
    error => {
      console.error(`${error.message}\nInstall Chromium (Debian: apt-get install chromium) and try again.`)
      process.exit(1)
    },
  )
}

function report() {
  console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s`)
  for (const { name, passed, failed, seconds } of results) {
    console.log(`  ${name}: ${passed} passed, ${failed} failed, ${seconds} s`)
  }
  const sum = which => results.reduce((total, result) => total + result[which], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}
