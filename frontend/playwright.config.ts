import { defineConfig } from '@playwright/test';

// The end-to-end tests drive the system's Chromium against `redline serve`, which
// each test starts for itself (e2e/app.ts).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  retries: 0,
  workers: 1,
  // A machine that is busy with other things is no fault of the page.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 820 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['REDLINE_CHROMIUM'] || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
