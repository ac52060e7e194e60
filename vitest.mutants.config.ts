import { defineConfig } from 'vitest/config'

/**
 * The tests that mutants are tried on: those of what both sides share, which need neither a database nor a browser, or those of
 * one feature of the server and of those in `BESIDE` (joining,social) that go through it.
 */
const feature = process.env['FEATURE']
const features = [feature, ...(process.env['BESIDE']?.split(',') ?? [])]

export default defineConfig({
  test: {
    environment: 'node',
    include: feature ? features.map(name => `server/features/${name}/**/*.test.ts`) : ['shared/**/*.test.ts'],
    ...(feature && { globalSetup: 'server/platform/testing/test-postgres.ts' }),
    setupFiles: ['shared/platform/testing/mutants.ts'],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
