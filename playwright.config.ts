import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { appleEnvironment } from './e2e/school/apple.ts'
import { networkEnvironment, networkOrigin, networkPort } from './e2e/school/networks.ts'
import { relayEnvironment } from './e2e/school/relay.ts'
import { e2eDataDir, e2ePort } from './e2e/school/server-place.ts'
import { headlessChromiumOnPath } from './scripts/chromium.mjs'

const port = e2ePort
const executablePath = headlessChromiumOnPath()
// As root Chromium has no sandbox; and it must not contact Google's servers.
const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium's own pages for its address bar cost as much as the page of a walk. Of several such lists only the last counts,
  // so this one has what Playwright disables.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ].join(',')}`,
]
const desktop = { viewport: { width: 1244, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'artifacts/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // A shared machine may stall for seconds; what passes only the second time is reported as flaky, to be fixed.
  retries: process.env['CI'] ? 1 : 0,
  // One more than there are cores: walks sometimes wait, for an e-mail or a clock.
  workers: Math.min(availableParallelism() + 1, 4),
  // A slow machine only takes longer: these limits end what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // When most of it is broken, a machine that is lent for a while still gets to say what.
  globalTimeout: process.env['CI'] ? 50 * 60_000 : 0,
  maxFailures: process.env['CI'] ? 20 : 0,
  reporter: [['list'], ['json', { outputFile: 'artifacts/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    // At each first visit it fetches the whole app, a third of what a walk costs; walks about it, and the longest ones, allow it.
    serviceWorkers: 'block',
    // An action that cannot be done fails at its own line, long before the walk is given up.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: { ...(executablePath && { executablePath }), args: browserArguments },
    // A trace costs every walk a sixth of its time, so only a failure that is tried again has one; `--trace on` asks for it.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  // Walks that do not depend on the width, or set it themselves, run at one width: whole files, and walks tagged @once.
  projects: [
    {
      name: 'phone',
      use: phone,
      testIgnore: [
        '**/analytics.spec.ts',
        '**/keyboard.spec.ts',
        '**/brands.spec.ts',
        '**/return-addresses.spec.ts',
        '**/shell-states.spec.ts',
        '**/two-releases.spec.ts',
        '**/live.spec.ts',
        '**/studio.spec.ts',
        '**/studio-brand.spec.ts',
        '**/studio-people.spec.ts',
        '**/studio-learners.spec.ts',
        '**/studio-courses.spec.ts',
        '**/studio-imports.spec.ts',
        '**/studio-library.spec.ts',
        '**/studio-cohorts.spec.ts',
        '**/studio-codes.spec.ts',
        '**/studio-drafts.spec.ts',
        '**/studio-authors.spec.ts',
        '**/studio-lessons.spec.ts',
        '**/studio-workload.spec.ts',
        '**/studio-figures.spec.ts',
        '**/studio-sales.spec.ts',
        '**/studio-orders.spec.ts',
        '**/studio-services.spec.ts',
        '**/studio-tables.spec.ts',
        '**/studio-alerts.spec.ts',
        '**/studio-calendar.spec.ts',
        '**/first-run.spec.ts',
        '**/whole-school.spec.ts',
        '**/today.spec.ts',
        '**/demanded-factor.spec.ts',
        '**/hand-in-and-review.spec.ts',
        '**/consultation.spec.ts',
        '**/long-chat.spec.ts',
        '**/social.spec.ts',
        '**/support.spec.ts',
        '**/videocalls/*.spec.ts',
      ],
    },
    {
      name: 'desktop',
      use: desktop,
      grepInvert: /@once/,
      testIgnore: [
        '**/offline.spec.ts',
        '**/joining.spec.ts',
        '**/player-watching.spec.ts',
        '**/session.spec.ts',
        '**/budget.spec.ts',
        '**/documents.spec.ts',
        '**/chat.spec.ts',
        '**/profile.spec.ts',
        '**/reminders.spec.ts',
        '**/consent.spec.ts',
        '**/homework.spec.ts',
        '**/homework-selfie.spec.ts',
        '**/day-selfie.spec.ts',
        '**/language.spec.ts',
        '**/links-of-others.spec.ts',
        '**/learning-content.spec.ts',
        '**/learning-walk.spec.ts',
        '**/sign-in.spec.ts',
        '**/onboarding.spec.ts',
      ],
    },
  ],
  webServer: [
    {
      command: 'node scripts/e2e-server.mjs',
      url: `http://127.0.0.1:${port}/readyz`,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        DATABASE_URL: '',
        PUBLIC_URL: '',
        DATA_DIR: e2eDataDir,
        ...networkEnvironment(),
        ...relayEnvironment(),
        ...appleEnvironment(),
      },
      timeout: 180_000,
      reuseExistingServer: false,
      // The server must stop its database; killed at once it would leave it running.
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      command: 'node --import tsx server/features/social/testing/serve-identity-provider.ts',
      url: `${networkOrigin}/.well-known/openid-configuration`,
      env: { PORT: String(networkPort), SCHOOL: `http://127.0.0.1:${port}` },
      stdout: 'ignore',
      stderr: 'ignore',
      reuseExistingServer: false,
    },
  ],
})
