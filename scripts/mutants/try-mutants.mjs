import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const report = 'artifacts/mutants-report.json'
const noticed = ['Killed', 'Timeout']
const left = ['Survived', 'NoCoverage']

/**
 * Runs Stryker with these variables (see stryker.config.mjs). Its mutants, without those that could not run; none where no test goes
 * near the files.
 */
export function tryMutants(env) {
  rmSync(report, { force: true })
  const { status } = spawnSync('npx', ['stryker', 'run'], { stdio: 'inherit', env: { ...process.env, ...env } })
  if (!existsSync(report)) {
    if (status === 0) return []
    throw new Error(`The mutants were not tried with ${JSON.stringify(env)}`)
  }
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => [...noticed, ...left].includes(status))
      .map(({ location, mutatorName, replacement, status }) => ({
        file,
        ...location,
        mutator: mutatorName,
        replacement,
        isNoticed: noticed.includes(status),
      })),
  )
}

const lastScores = 'scripts/mutants/last-scores.json'

/** What was noticed when mutants were last tried: `rules` by file, with the hash of what was in it, and `handlers` by feature. */
export const readScores = () => JSON.parse(readFileSync(lastScores, 'utf8'))

/** Replaces what is kept of these files or features; what is undefined is forgotten. */
export function keepScores(kind, scores) {
  const last = readScores()
  const entries = Object.entries({ ...last[kind], ...scores }).filter(([, score]) => score !== undefined)
  const sorted = Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(lastScores, `${JSON.stringify({ ...last, [kind]: sorted }, undefined, 2)}\n`)
}

/** Tells the contents of a file from others. */
export const hashOf = file => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)

export function printLeft(mutants) {
  for (const { file, start, mutator, replacement, isNoticed } of mutants)
    if (!isNoticed) console.log(`${file}:${start.line} ${mutator}: ${replacement}`)
}
