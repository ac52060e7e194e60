import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../prepare.mjs'

/** Adds to a vitest command what `countedRun` reads. */
export function vitestReport(file) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
}

/**
 * Runs a test command that writes its JSON report to `file`, and names what failed, and what passed only the second time. One
 * that fails without a failed test, or runs none unless it may, counts as one failure.
 */
export async function countedRun(command, file, cwd, { mayBeEmpty = false } = {}) {
  rmSync(file, { force: true })
  const isGood = await runLoudly(command, cwd)
  const report = existsSync(file)
    ? readReport(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, named: [] }
  for (const line of report.named) console.log(line)
  const { passed, failed } = report
  if (failed > 0 || (isGood && (passed > 0 || mayBeEmpty))) return { passed, failed }
  console.log(`failed: ${command.join(' ')}`)
  return { passed, failed: 1 }
}

/**
 * The counts of a vitest or Playwright JSON report, and a line for each test that failed or was flaky, "failed: file › title". A file
 * that could not be loaded is a failure.
 */
export function readReport(report) {
  return report.stats ? walksReport(report) : unitsReport(report)
}

function unitsReport({ testResults, numPassedTests, numFailedTests }) {
  const isBroken = file => file.status === 'failed' && file.assertionResults.length === 0
  const named = testResults.flatMap(file => {
    const name = relative(root, file.name)
    if (isBroken(file)) return [`failed: ${name}`]
    // What failed at first and then passed keeps the messages of its failure.
    const said = file.assertionResults.filter(test => test.failureMessages.length > 0)
    return said.map(test => `${test.status === 'failed' ? 'failed' : 'flaky'}: ${name} › ${test.fullName}`)
  })
  return { passed: numPassedTests, failed: numFailedTests + testResults.filter(isBroken).length, named }
}

function walksReport({ stats, errors, suites }) {
  const specs = suite => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const tests = suites.flatMap(specs).flatMap(spec => spec.tests.map(test => ({ ...test, spec })))
  const word = { unexpected: 'failed', flaky: 'flaky' }
  const named = tests
    .filter(test => test.status in word)
    .map(test => `${word[test.status]}: e2e/${test.spec.file} › ${test.spec.title} (${test.projectName})`)
  const outside = errors.map(error => `failed: ${(error.message ?? error.value ?? '').split('\n')[0]}`)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    named: [...named, ...outside],
  }
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
