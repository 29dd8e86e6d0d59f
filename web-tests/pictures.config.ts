// `npm run pictures`: every page as a picture, light and dark, on a desk and on a phone, to be looked at.

import { defineConfig } from '@playwright/test';

import tests from './playwright.config.ts';

export default defineConfig(tests, { testDir: 'pictures', outputDir: '../target/web-pictures/traces' });
