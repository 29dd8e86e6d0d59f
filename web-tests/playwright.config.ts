// The browser is Debian's own Chromium; CHROMIUM names another one. If it cannot start, every test fails.

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../target/web-tests',
  fullyParallel: true,
  forbidOnly: true,
  // A test that needs a second try is a test that fails.
  retries: 0,
  workers: 2,
  // Generous, because the machine may be busy: nothing here measures time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Whoever tests what is on board of the browser allows them: every other test would load all pages for nothing.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
        '--disable-component-update', '--disable-sync',
      ],
    },
  },
});
