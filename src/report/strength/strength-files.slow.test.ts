// Stryker's stock viewer opens the mutation report in a real browser, and counts what the report says.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserPath, MISSING_BROWSER } from '../../test-support/browser.ts';
import { sampleFaults, sampleRows } from '../../test-support/sample-results.ts';
import { mutationReport } from './strength-files.ts';

const executablePath = browserPath();
const TITLE = executablePath ? 'the viewer shows files, faults and score' : `the viewer: ${MISSING_BROWSER}`;
const viewer = createRequire(import.meta.url).resolve('mutation-testing-elements');

// That no browser is missing in CI, the tests of the page hold.
test.skipIf(executablePath === undefined)(
  TITLE,
  async () => {
    const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
    try {
      const page = await browser.newPage();
      const failures: string[] = [];
      page.on('pageerror', ({ message }) => failures.push(message));
      await page.setContent('<mutation-test-report-app></mutation-test-report-app>');
      const script = readFileSync(viewer.replace(/index\.[a-z]+$/, 'mutation-test-elements.js'), 'utf8');
      await page.addScriptTag({ content: script });
      const report = JSON.parse(mutationReport({ faults: sampleFaults }, sampleRows));
      await page.locator('mutation-test-report-app').evaluate((app, shown) => {
        Object.assign(app, { report: shown });
      }, report);
      const row = page.getByRole('row', { name: /status/ });
      await row.waitFor();
      // One of two observable faults is caught, and the ignored one counts for nothing.
      expect(await row.textContent()).toContain('50.00');
      await row.getByRole('link').click();
      await page.getByText('the provider answers with 200').first().waitFor();
      expect(failures).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  60_000,
);
