import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { copyPlugin } from './scripts/build/copy-plugin.ts'
import { isBuilt } from './scripts/prepare.mjs'
import { LongestFirst } from './scripts/test/longest-first.ts'

const hasRedis = (process.env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, 'redis-server')))

/** Tests of several servers over Redis run where it is installed; with another database the embedded one is not tested. */
const exclude = [
  ...configDefaults.exclude,
  ...(hasRedis ? [] : ['**/*-redis.test.ts']),
  ...(process.env['TEST_DATABASE_URL'] ? ['**/embedded-postgres.test.ts'] : []),
]

export default defineConfig({
  plugins: [copyPlugin(import.meta.dirname)],
  test: {
    environment: 'node',
    globalSetup: 'server/platform/testing/test-postgres.ts',
    // Servers and commands in processes of their own start from what was built of these very sources, a third of the cost.
    env: { TEST_PROGRAMS: isBuilt(import.meta.dirname) ? 'built' : 'sources' },
    maxWorkers: Math.min(availableParallelism(), 4),
    // A slow machine only takes longer: these limits end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // When most of it is broken, a machine that is lent for a while still gets to say what.
    bail: process.env['CI'] ? 40 : 0,
    expect: { poll: { timeout: 60_000 } },
    // As for the walks: a shared machine may stall for seconds, and what passes only the second time is reported as
    // flaky.
    retry: process.env['CI'] ? 1 : 0,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,shared,bench}/**/*.test.ts'],
          exclude,
          // The server keeps no state in its modules, so loading them once per worker is safe and halves the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['{kit,web,studio,scripts}/**/*.test.{ts,tsx}', '*.test.ts'],
          exclude,
        },
      },
    ],
  },
})
