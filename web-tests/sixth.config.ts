// `scripts/try-sixth-puzzle`: a program with the template registered as a sixth puzzle, in a page.

import { defineConfig } from '@playwright/test';

import tests from './playwright.config.ts';

export default defineConfig(tests, { testDir: 'sixth', outputDir: '../target/web-sixth' });
