// npm run mutants:score [-- FEATURE …]: changes thirty places of what each feature does on the server, or of those named, and keeps how
// many of the changes were noticed in last-mutants.json.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { handlersOf } from './sample-mutants.mjs'

const places = 30
/** Features whose tests go through the handlers of another one, by that. */
const beside = { accounts: 'joining,people,profile,social' }
const scores = 'scripts/test/last-mutants.json'
const report = 'artifacts/mutants-report.json'

const features = readdirSync('server/features').filter(feature => handlersOf(feature).length > 0)
const named = process.argv.slice(2)
for (const feature of named.length > 0 ? named : features) keep(feature, scoreOf(feature))

/** Mutants that no test goes through are not noticed either; those that cannot run are no mutants. */
function scoreOf(feature) {
  rmSync(report, { force: true })
  const others = beside[feature]
  const env = { ...process.env, FEATURE: feature, SAMPLE: String(places), ...(others && { BESIDE: others }) }
  spawnSync('npx', ['stryker', 'run'], { stdio: 'inherit', env })
  if (!existsSync(report)) throw new Error(`The mutants of ${feature} were not tried`)
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter(status => status === 'Killed' || status === 'Timeout').length
  return {
    mutants: noticed + statuses.filter(status => status === 'Survived' || status === 'NoCoverage').length,
    noticed,
  }
}

function keep(feature, score) {
  const last = JSON.parse(readFileSync(scores, 'utf8'))
  const handlers = Object.entries({ ...last.handlers, [feature]: score })
  const sorted = Object.fromEntries(handlers.toSorted(([one], [other]) => one.localeCompare(other)))
  writeFileSync(scores, `${JSON.stringify({ ...last, handlers: sorted }, undefined, 2)}\n`)
}
