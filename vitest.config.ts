import { configDefaults, defineConfig } from 'vitest/config'
import { copyPlugin } from './scripts/build/copy-plugin.ts'

export default defineConfig({
  plugins: [copyPlugin(import.meta.dirname)],
  test: {
    environment: 'node',
    include: [
      '{shared,server,kit,web,studio,scripts}/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'walls.test.ts',
      'readme.test.ts',
    ],
    // With REDIS_TESTS=on, where there is a redis-server on the PATH.
    exclude: [...configDefaults.exclude, ...(process.env['REDIS_TESTS'] ? [] : ['**/*-redis.test.ts'])],
    globalSetup: 'server/platform/testing/test-postgres.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
