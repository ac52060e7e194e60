// node scripts/count-tests.mjs COMMAND…: runs a vitest command and ends with its counts in one line.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countedRun, vitestReport } from './test/counting.mjs'
import { root } from './prepare.mjs'

const folder = mkdtempSync(join(tmpdir(), 'kurso-count-'))
const file = join(folder, 'report.json')
const { passed, failed } = await countedRun([...process.argv.slice(2), ...vitestReport(file)], file, root, {
  minutes: 22,
})
rmSync(folder, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
