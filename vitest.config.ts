import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{shared,server,kit,web,studio,scripts}/**/*.test.{ts,tsx}', 'bench/**/*.test.ts', 'walls.test.ts'],
    globalSetup: 'server/platform/testing/test-postgres.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
})
