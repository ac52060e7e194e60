import { defineConfig } from 'vitest/config'

/** The tests of what both sides share: they need neither a database nor a browser, so each mutant can be tried on them. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['shared/**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    restoreMocks: true,
  },
})
