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
 * that fails without a failed test, or runs none unless it may, counts as one failure; so does one that is ended after `minutes`.
 */
export async function countedRun(command, file, cwd, { mayBeEmpty = false, minutes = 30 } = {}) {
  rmSync(file, { force: true })
  const isGood = await runLoudly(command, cwd, minutes)
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

/**
 * Runs a command in sight; resolves with whether it ended well. With `minutes` it is ended with all its processes after so
 * long, so that what hangs is reported as a failure before the machine that runs the tests is taken away.
 */
export function runLoudly([program, ...args], cwd, minutes) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], detached: minutes !== undefined })
  const endGroup = signal => process.kill(-Number(child.pid), signal)
  const onSignal = signal => {
    endGroup(signal)
    process.exit(1)
  }
  const limit = minutes === undefined ? undefined : setTimeout(tooLong, minutes * 60_000)
  if (limit) for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, onSignal)
  return new Promise(resolve => {
    child.once('error', error => {
      console.error(error.message)
      end(false)
    })
    child.once('exit', code => end(code === 0))

    function end(isGood) {
      clearTimeout(limit)
      if (limit) for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal)
      resolve(isGood)
    }
  })

  function tooLong() {
    console.error(`failed: ${[program, ...args].join(' ')} ran for ${minutes} minutes and was ended`)
    endGroup('SIGKILL')
  }
}
