import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { unneededFeatures } from './tests/e2e/support/chromium-features.ts'
import { writeFontSettings } from './tests/e2e/support/write-font-settings.ts'

const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** The real product in a real Chromium: one server for the whole run, one file per journey. */
export default defineConfig({
  testDir: './tests/e2e',
  testMatch: '*.test.ts',
  globalSetup: './tests/e2e/support/start-product.ts',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0, // a person has no second try either
  // One more than cores, as for the other tests: films play and networks return at their own pace.
  workers: Math.min(availableParallelism() + 1, 8),
  timeout: 600_000, // a stop for what never ends, and no measure: the machine may be busy
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // What a worker asks passes by the stubs of a page; the tests of the worker itself allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure', // a trace would cost every passing test more than it tells of a failing one
    actionTimeout: 60_000,
    launchOptions: {
      ...(existsSync(installed) && { executablePath: installed }),
      env: { ...process.env, FONTCONFIG_FILE: writeFontSettings() },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${unneededFeatures}`,
        // Whatever a page asks of the world outside is stubbed by its test or fails at once.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
