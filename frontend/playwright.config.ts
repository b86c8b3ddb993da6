import { defineConfig } from '@playwright/test';

// The end-to-end tests drive Debian's Chromium against a running `redline serve`;
// REDLINE_URL is the address that it printed.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  retries: 0,
  workers: 1,
  use: {
    baseURL: process.env['REDLINE_URL'],
    viewport: { width: 1280, height: 820 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
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
