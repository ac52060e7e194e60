// `npm run mutants` changes the rules and forms of shared, `FEATURE=points npm run mutants` a feature's handlers on the server; with
// `SAMPLE=40` forty places of them, with `PLACES` those places or files.
import { handlersOf, ruleFiles, sampleMutants } from './scripts/mutants/places.mjs'

const feature = process.env.FEATURE
const places = process.env.PLACES?.split(',')

const sample = Number(process.env.SAMPLE ?? 0)

async function mutated() {
  if (places) return places
  if (!feature) return ruleFiles()
  return sample ? sampleMutants(handlersOf(feature), sample) : handlersOf(feature)
}

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  mutate: await mutated(),
  inPlace: true,
  // Else it changes every file, to tell the compiler to look away.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  allowEmpty: true,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'artifacts/mutants-report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'artifacts/stryker',
  incrementalFile: 'artifacts/mutants.json',
  // What runs while a file loads (patterns, names of statements) would need all of its tests for each mutant.
  ignoreStatic: Boolean(feature),
  // Tests with a database of their own take seconds, not milliseconds.
  timeoutMS: feature ? 60_000 : 15_000,
  // The whole app is tested in one worker at first.
  dryRunTimeoutMinutes: 30,
  concurrency: 2,
  thresholds: { high: 100, low: 85, break: feature ? 85 : 97 },
}
