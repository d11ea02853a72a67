// Drawing the documents says which files there are; what the tool of others says is heard where it fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browserPath } from '../src/test-support/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
afterEach(() => rmSync(folder, { recursive: true }));
beforeEach(() => void mkdirSync(folder, { recursive: true }));

function drawn() {
  const { INIT_CWD: _, ...env } = process.env;
  const script = join(import.meta.dirname, 'docs.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--out', '.'], {
    ...{ cwd: folder, env, encoding: 'utf8' },
  });
  return { status, stdout, stderr };
}

const executablePath = browserPath();

test('three pages are drawn, and nothing but their names is said', () => {
  expect(drawn()).toEqual({ status: 0, stdout: 'access.html\nweb-form.html\nclauses.html\n', stderr: '' });
  for (const name of ['access.html', 'web-form.html', 'clauses.html'])
    expect(existsSync(join(folder, name))).toBe(true);
});

test.skipIf(executablePath === undefined && !process.env['CI'])(
  'the pages load nothing',
  async () => {
    drawn();
    await using browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
    for (const [name, call] of [
      ['access', 'v1/submitpaymentv1'],
      ['web-form', 'v2/createstandalonepayment'],
    ] as const) {
      const page = await browser.newPage();
      const asked: string[] = [];
      page.on('response', (response) => asked.push(response.url()));
      // What the page itself forbids is not asked for.
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText !== 'csp') asked.push(request.url());
      });
      await page.goto(`${pathToFileURL(join(folder, `${name}.html`))}#/${call}`);
      await page.getByText('Responses').first().waitFor();
      expect(asked.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
    }
    // The decrypted details have their fields, an example, and links to what each clause says.
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const address = (name: string) => pathToFileURL(join(folder, `${name}.html`)).href;
    await page.goto(address('access'));
    // It draws a chapter when it is asked for.
    await page.getByText('Decrypted details').first().click();
    await page.getByText('ForeignMoneyTransferDetails').first().click();
    const link = page.getByRole('link', { name: 'MESSAGE-FOREIGN-DETAILS-BLZ' });
    await link.waitFor();
    expect(await page.locator('body').textContent()).toContain('BKAUATWW');
    await link.click();
    expect(page.url()).toBe(`${address('clauses')}#MESSAGE-FOREIGN-DETAILS-BLZ`);
    expect(await page.locator('tr:target').innerText()).toContain('counterpartBlz');
    await page.goto(address('web-form'));
    await page.getByRole('link', { name: 'Banking data access API' }).click();
    expect(page.url()).toBe(address('access'));
  },
  600_000,
);

test('where a page cannot be drawn, the tool says why', () => {
  mkdirSync(join(folder, 'access.html'));
  const { status, stdout, stderr } = drawn();
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/EISDIR[\s\S]*\nRedocly draws no page of access\.\n$/);
});
