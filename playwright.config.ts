import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './tests/support/browser/launch-options.ts'
import { PATIENCE_MS } from './tests/support/patience.ts'

const port = Number(process.env.E2E_PORT ?? 4310)
const baseURL = `http://127.0.0.1:${port}`
// Where the journey about messages to browsers has a push service stand.
const pushPort = Number(process.env.E2E_PUSH_PORT ?? 4311)
const dataDir = process.env.E2E_DATA_DIR ?? 'test-results/store'

// Workers read this file again: they find the store under test by what its first reader noted.
process.env.E2E_DATA_DIR = dataDir
process.env.E2E_PUSH_PORT = String(pushPort)

/** An empty value counts as absent: nothing of a real store's settings reaches the one under test. */
const nothing = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) =>
      /^(RESELLER_|PAYMENT_|TEST_|STRIPE_|BANK_|DATABASE_|STORE_|SMTP_|MAIL_|SESSION_|DATA_KEYS|INTERNAL_)/.test(name),
    )
    .map((name) => [name, '']),
)

/** Two ways to pay, the test payment first, as the journeys expect that do not choose. */
const payments = {
  PAYMENT_PROVIDERS: 'test,bank_transfer',
  BANK_TRANSFER_HOLDER: 'Landfall Ltd',
  BANK_TRANSFER_ACCOUNT: 'IBAN: DE00 1234 5678 9012 3456 00\nBIC: TESTDEFF',
}

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  // A browser and the store that it looks at keep a core busy: a third journey takes longer than it saves.
  workers: 2,
  reporter: 'list',
  // Every wait ends by its condition: these limits only tell a journey that hangs from a slow machine.
  timeout: 600_000,
  expect: { timeout: PATIENCE_MS },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'en-US',
    timezoneId: 'UTC',
    // A trace of every journey costs a tenth of the step and is thrown away. For one that fails: `-- --trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  webServer: {
    command: 'node scripts/test/fresh-store.mjs',
    url: `${baseURL}/api/health/live`,
    reuseExistingServer: false,
    timeout: 240_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      ...nothing,
      ...payments,
      PORT: String(port),
      PUBLIC_URL: baseURL,
      DATA_DIR: dataDir,
      ENV_FILE: 'off',
      TIME_SCALE: '6',
      // Each journey says where it comes from.
      TRUST_PROXY: 'yes',
      TEST_PUSH_URL: `http://127.0.0.1:${pushPort}`,
    },
  },
})
