import { defineConfig } from 'vitest/config'

/**
 * The tests that mutants are tried on: those of what both sides share, which need neither a database nor a browser, or those of
 * one feature of the server.
 */
const feature = process.env['FEATURE']

export default defineConfig({
  test: {
    environment: 'node',
    include: [feature ? `server/features/${feature}/**/*.test.ts` : 'shared/**/*.test.ts'],
    ...(feature && { globalSetup: 'server/platform/testing/test-postgres.ts' }),
    setupFiles: ['shared/platform/testing/mutants.ts'],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
