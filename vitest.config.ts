import { configDefaults, defineConfig } from 'vitest/config'
import { copyPlugin } from './scripts/build/copy-plugin.ts'

/** Several servers need a redis-server on the PATH; on another database the embedded one is not asked. */
const exclude = [
  ...configDefaults.exclude,
  ...(process.env['REDIS_TESTS'] ? [] : ['**/*-redis.test.ts']),
  ...(process.env['TEST_DATABASE_URL'] ? ['**/embedded-postgres.test.ts'] : []),
]

export default defineConfig({
  plugins: [copyPlugin(import.meta.dirname)],
  test: {
    environment: 'node',
    globalSetup: 'server/platform/testing/test-postgres.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As for the walks: a shared machine may stall for seconds, and what passes only the second time is named as flaky.
    retry: process.env['CI'] ? 1 : 0,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,shared,bench}/**/*.test.ts'],
          exclude,
          // Nothing of the server lives in its modules alone, so that loading them once a worker halves the time.
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
