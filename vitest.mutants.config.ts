import { configDefaults, defineConfig } from 'vitest/config'

/**
 * The tests that mutants are tried on: those of what both sides share, or of one of its folders in `RULES`, which need neither a
 * database nor a browser; or those of one feature of the server and of those in `BESIDE` (joining,social) that go through it; or, for
 * the feature `app`, those that make every call of the whole app.
 */
const feature = process.env['FEATURE']
const features = [feature, ...(process.env['BESIDE']?.split(',') ?? [])]

function includedTests(): string[] {
  if (!feature) return [`${process.env['RULES'] ?? 'shared'}/**/*.test.ts`]
  return feature === 'app'
    ? ['server/app/tests/*.test.ts']
    : features.map(name => `server/features/${name}/**/*.test.ts`)
}

/** Those that start servers of their own as processes, which no mutant reaches. */
const processes = [
  '**/*-kills.test.ts',
  '**/*-nodes.test.ts',
  '**/faults.test.ts',
  '**/message-faults.test.ts',
  '**/without-ffmpeg.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    include: includedTests(),
    exclude: [...configDefaults.exclude, ...processes],
    ...(feature && { globalSetup: 'server/platform/testing/test-postgres.ts' }),
    setupFiles: ['shared/platform/testing/mutants.ts'],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
