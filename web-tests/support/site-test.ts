// Tests that need the edition without a server: written once for every worker, beside its server.

import { Site } from './site.ts';
import { test as base } from './test.ts';

export { expect } from '@playwright/test';

export const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await Site.start();
      await use(site);
      site.close();
    },
    { scope: 'worker' },
  ],
});
