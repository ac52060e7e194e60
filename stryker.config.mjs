// `npm run mutants` changes the rules and forms of shared, `FEATURE=points npm run mutants` a feature's handlers on the server, and
// with `SAMPLE=40` forty places of them.
import { handlersOf, sampleMutants } from './scripts/test/sample-mutants.mjs'

const feature = process.env.FEATURE

const rules = [
  'shared/{features,platform}/**/*.ts',
  '!**/*.test.ts',
  '!**/testing/**',
  '!**/{contract,schema,schemas,refusals,wire,*-schemas,*-refusals,*-contract,*-calls,*-fields,*-wire,*-texts}.ts',
  '!shared/features/accounts/tokens.ts',
  '!shared/features/courses/course-format.ts',
  '!shared/platform/live.ts',
]
const handlers = feature ? handlersOf(feature) : []
const sample = Number(process.env.SAMPLE ?? 0)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  mutate: !feature ? rules : sample ? await sampleMutants(handlers, sample) : handlers,
  inPlace: true,
  tsconfigFile: 'none',
  allowEmpty: true,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'artifacts/mutants-report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'artifacts/stryker',
  incrementalFile: 'artifacts/mutants.json',
  // Tests with a database of their own take seconds, not milliseconds.
  timeoutMS: feature ? 60_000 : 5000,
  concurrency: 2,
  thresholds: { high: 100, low: 85, break: feature ? 85 : 97 },
}
