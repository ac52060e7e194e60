// Everything that must hold, one after another, on a fresh clone too. The last line counts what passed and what failed.
// `npm test -- a.test.ts b.spec.ts` keeps to those test files, after the same set-up and static checks; `npm test -- --changed`
// to what the change since main asks for.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { changeBase, changedFiles, houseTests, walksFor } from './test/changed-tests.mjs'
import { chromiumOnPath } from './chromium.mjs'
import { countedRun, runLoudly, vitestReport } from './test/counting.mjs'
import { prepare, root, step } from './prepare.mjs'

const started = Date.now()
const chosen = process.argv.slice(2)
const isChanged = chosen.includes('--changed')
const base = isChanged ? changeBase(root) : undefined
const units = chosen.filter(file => !file.endsWith('.spec.ts') && !file.startsWith('--'))
const walks = isChanged ? walksFor(changedFiles(root, base)) : chosen.filter(file => file.endsWith('.spec.ts'))
const isWalking = walks.length > 0 || chosen.length === 0
const unitReport = 'artifacts/unit.json'
const walkReport = 'artifacts/e2e.json'

await prepare({ withBuild: false })
if (isChanged) tellChange()
if (isWalking) await ensureBrowser()
mkdirSync(join(root, 'artifacts'), { recursive: true })

const results = []
const checks = ['format:check', 'lint', 'typecheck', ...(isWalking || !isChanged ? ['build'] : [])]
for (const name of checks) {
  await record(name, async () => {
    const isGood = await runLoudly(['npm', 'run', '--silent', name], root)
    if (!isGood) console.log(`failed: ${name}`)
    return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 }
  })
}
if (isChanged) {
  await record('tests of the whole house', () => runUnits(houseTests))
  await record('unit and server tests of the change', () =>
    runUnits(['--changed', base, '--passWithNoTests'], { mayBeEmpty: true }),
  )
} else if (chosen.length === 0 || units.length > 0) {
  await record('unit and server tests', () => runUnits(units))
}
if (isWalking) {
  await record('walks in the browser', () =>
    countedRun(['npx', 'playwright', 'test', ...walks], join(root, walkReport), root, { minutes: 46 }),
  )
}
report()

function runUnits(args, options) {
  return countedRun(
    ['npx', 'vitest', 'run', ...args, ...vitestReport(unitReport)],
    join(root, unitReport),
    root,
    options,
  )
}

function tellChange() {
  const files = changedFiles(root, base)
  console.log(`${files.length} files differ from ${base.slice(0, 10)}.`)
  console.log(walks.length ? `Walks: ${walks.join(', ')}` : 'No walks, hence no build.')
}

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
