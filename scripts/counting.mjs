import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'

/** Adds to a vitest command what `countedRun` reads. */
export function vitestReport(file) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
}

/** Runs a test command that writes its JSON report to `file`; one that fails without a failed test counts as one failure. */
export async function countedRun(command, file, cwd) {
  rmSync(file, { force: true })
  const isGood = await runLoudly(command, cwd)
  const { passed, failed } = existsSync(file)
    ? countReport(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 }
  if (passed + failed === 0) return { passed, failed: 1 }
  return { passed, failed: isGood || failed > 0 ? failed : 1 }
}

/** The counts of a vitest or Playwright JSON report; a file that could not be loaded is a failure. */
export function countReport(report) {
  if (report.stats)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + report.errors.length,
    }
  const broken = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/** Runs a command in sight; resolves with whether it ended well. */
export function runLoudly([program, ...args], cwd) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise(resolve => {
    child.once('error', error => {
      console.error(error.message)
      resolve(false)
    })
    child.once('exit', code => resolve(code === 0))
  })
}
