import { defineConfig } from 'vitest/config'

/** The tests of what both sides share: they need neither a database nor a browser, so each mutant can be tried on them. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['shared/**/*.test.ts'],
    setupFiles: ['shared/platform/testing/mutants.ts'],
    isolate: false,
    restoreMocks: true,
    testTimeout: 60_000,
  },
})
