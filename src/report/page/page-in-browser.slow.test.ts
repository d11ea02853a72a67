// The page in a real browser: opened by keyboard, printed, and without network.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AXE, axeFindings, browserPath, MISSING_BROWSER } from '../../test-support/browser.ts';
import {
  assessedContent,
  checkedContent,
  hostileContent,
  wholeContent,
} from '../../test-support/sample-results.ts';
import { greenRun, green as sampleGreen } from '../../test-support/sample-runs.ts';
import { targetReport } from '../run-json.ts';
import { page as pageText } from './page.ts';
import type { PageContent } from './page-content.ts';

const executablePath = browserPath();
const HOSTILE = ['hostile', 'hostile-checked', 'hostile-assessed'];
const phone = { viewport: { width: 360, height: 800 } };
const tablet = { viewport: { width: 768, height: 900 } };
const desk = { viewport: { width: 1280, height: 900 } };
const wide = { viewport: { width: 1800, height: 1100 } };

if (executablePath === undefined) {
  console.warn(`\nThe page is NOT tested: ${MISSING_BROWSER}.\n`);
  test.skipIf(!process.env['CI'])(`a browser shows the page; ${MISSING_BROWSER}`, () => {
    expect.fail(`In CI the page is always tested, and ${MISSING_BROWSER}.`);
  });
}

describe.skipIf(executablePath === undefined)('in a browser', () => {
  let browser: Browser;
  let folder = '';

  beforeAll(async () => {
    browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
    folder = mkdtempSync(join(tmpdir(), 'page-'));
    const write = (name: string, content: Partial<PageContent>) =>
      writeFileSync(join(folder, `${name}.html`), pageText(content));
    const { since: _, ...run } = wholeContent;
    write('green', { ...run, targets: run.targets.slice(0, 1) });
    write('violated', wholeContent);
    const all = targetReport(sampleGreen).clauses.map((it) => ({ ...it, verdict: 'violated' as const }));
    const allViolated = run.targets.map((target) => ({ ...target, clauses: all }));
    write('all', { ...run, targets: allViolated });
    write('all-of-one', { ...run, targets: allViolated.slice(-1) });
    write('one', { ...run, targets: run.targets.slice(-1) });
    write('stopped', { stopped: 'The access API does not respond:\n- is the URL right?' });
    write('checked', checkedContent);
    write('assessed', assessedContent);
    write('hostile', hostileContent(wholeContent));
    write('hostile-checked', hostileContent(checkedContent));
    write('hostile-assessed', hostileContent(assessedContent));
    // A busy machine takes its time to start a browser.
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  async function open(name: string, options: BrowserContextOptions = desk, hash = ''): Promise<Page> {
    const context = await browser.newContext(options);
    await context.addInitScript({ content: AXE });
    const page = await context.newPage();
    await page.goto(`${pathToFileURL(join(folder, `${name}.html`))}${hash}`);
    return page;
  }

  test.each([
    ['light', phone],
    ['light', desk],
    ['dark', phone],
    ['dark', desk],
  ] as const)('axe finds nothing in %s with everything open: %j', async (colorScheme, size) => {
    for (const name of ['violated', 'stopped', 'checked', 'assessed']) {
      const page = await open(name, { ...size, colorScheme });
      await openAll(page);
      expect(await axeFindings(page), name).toEqual([]);
    }
  });

  test('nothing is loaded, nothing is refused by its own policy, and no script fails', async () => {
    const context = await browser.newContext(desk);
    const page = await context.newPage();
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    const url = String(pathToFileURL(join(folder, 'violated.html')));
    await page.goto(url);
    await page.waitForLoadState('networkidle');
    expect({ asked, said }).toEqual({ asked: [url], said: [] });
  });

  for (const size of [phone, tablet, desk, wide]) {
    test(`${size.viewport.width} pixels hold the page without scrolling sideways`, async () => {
      for (const name of ['violated', 'checked', 'assessed', ...HOSTILE]) {
        const page = await open(name, size);
        await openAll(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, name).toBe(size.viewport.width);
      }
    });
  }

  test('a link to a clause opens it and what is around it', async () => {
    const page = await open('violated', desk, '#clause-USER-CREATE-CALL');
    expect(await page.locator('#clause-USER-CREATE-CALL .inside').isVisible()).toBe(true);
    await page.locator('#clause-V1-451-LOCATION').getByRole('link', { name: 'V1-IMPORT-451' }).click();
    await expect.poll(() => page.locator('#clause-V1-IMPORT-451 > .inside').isVisible()).toBe(true);
    expect(await page.locator('#clause-V1-IMPORT-451 mark').first().textContent()).toBe('status 500');
  });

  test.each([
    [390, 844],
    [1400, 900],
  ])('a violation is in view when the page of a target opens on %i × %i', async (width, height) => {
    for (const name of ['one', 'all-of-one']) {
      const page = await open(name, { viewport: { width, height } });
      const first = page.locator('#violated .row > summary').first();
      expect((await first.boundingBox())?.y, name).toBeLessThan(height - 100);
    }
    const page = await open('one');
    expect(await page.title()).toMatch(/^✗ sandbox fails: 3 of 13 /);
  });

  test('the navigation marks the section in view', async () => {
    const page = await open('violated', phone);
    const marked = page.locator('nav a:target-current');
    expect(await marked.textContent()).toMatch(/^Violated/);
    await page.locator('#upheld').evaluate((one) => one.scrollIntoView());
    await expect.poll(() => marked.textContent()).toMatch(/^Upheld/);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => marked.textContent()).toBe('Settings');
  });

  test('on a phone a page is at most 12 screens before something is opened, with 0, 3 and all clauses violated', async () => {
    for (const name of ['green', 'violated', 'all']) {
      const page = await open(name, { viewport: { width: 390, height: 844 } });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect(height, name).toBeLessThanOrEqual(12 * 844);
    }
  });

  test('the search finds words in any order, chips narrow it, and a link out of it clears both', async () => {
    const page = await open('violated');
    const shown = () => page.locator('.row[data-area]:visible > summary > code').allTextContents();
    await page.keyboard.press('/');
    await page.keyboard.type('RESPONSE location');
    const output = page.locator('.filter output');
    await expect.poll(() => output.textContent()).toBe('2 of 13 clauses');
    const marked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('hit') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
          startContainer.textContent?.slice(startOffset, endOffset).toLowerCase(),
        ),
      );
    expect(new Set(await marked())).toEqual(new Set(['response', 'location']));
    await page.getByRole('checkbox', { name: 'in requests and responses, too' }).check();
    await expect.poll(() => output.textContent()).toBe('3 of 13 clauses');
    expect(await shown()).toEqual(['V1-451-LOCATION', 'V1-IMPORT-451', 'V2-NO-LOCATION']);
    const upheld = page.getByRole('button', { name: /^Upheld/ });
    expect(await page.locator('.row[data-area]', { hasText: 'Copy link' }).count()).toBe(13);
    await page.locator('#search').fill('copy');
    await expect.poll(() => output.textContent()).toBe('0 of 13 clauses');
    await page.locator('#search').fill('RESPONSE location');
    await upheld.click();
    expect(await upheld.getAttribute('aria-pressed')).toBe('true');
    expect(await shown()).toEqual(['V2-NO-LOCATION']);
    await page.getByRole('button', { name: /^v1/ }).click();
    expect(await output.textContent()).toBe('0 of 13 clauses');
    expect(await page.locator('#violated, #upheld').filter({ visible: true }).count()).toBe(0);
    await page.locator('#changes').getByRole('link', { name: 'V2-FORM-URL' }).click();
    await expect.poll(() => page.locator('#clause-V2-FORM-URL > .inside').isVisible()).toBe(true);
    expect(await output.textContent()).toBe('');
    expect(await page.locator('#search').inputValue()).toBe('');
  });

  test('arrows go from violation to violation and open them, and all is opened and closed at once', async () => {
    const page = await open('violated');
    const focused = () => page.evaluate(() => document.activeElement?.closest('.row')?.id);
    const visited: (string | undefined)[] = [];
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
      await page.keyboard.press(key);
      visited.push(await focused());
    }
    const [location, status, message] = ['V1-451-LOCATION', 'V1-IMPORT-451', 'MESSAGE-BALANCE-DETAILS-NEW'];
    expect(visited).toEqual([location, status, message, location, message].map((id) => `clause-${id}`));
    expect(await page.locator(`#clause-${message} > .inside`).isVisible()).toBe(true);
    for (const name of ['Previous violation', 'Next violation']) {
      await page.getByRole('button', { name }).click();
      visited.push(await focused());
    }
    expect(visited.slice(-2)).toEqual([status, message].map((id) => `clause-${id}`));
    const closed = page.locator('main details:not([open])');
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await closed.count()).toBe(0);
    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await page.locator('main details[open]').count()).toBe(0);
  });

  test('everything is reached by keyboard: the skip link first, and Enter opens a clause', async () => {
    const page = await open('green');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the results');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    const area = page.locator('#upheld-v1 > summary');
    await area.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^V1-/);
    await page.keyboard.press('Enter');
    const opened = page.locator('#upheld-v1 > .row[open]');
    expect(await opened.locator('> .inside').isVisible()).toBe(true);
    const outline = await opened.locator('> summary').evaluate((one) => getComputedStyle(one).outlineStyle);
    expect(outline).toBe('solid');
  });

  test('without its script all of it is there and opens, and nothing else is needed', async () => {
    const page = await open('violated', { ...desk, javaScriptEnabled: false });
    await page.locator('#fields-list > summary').click();
    expect(await page.locator('#fields-list .row:visible').count()).toBe(
      greenRun.flows.flatMap(({ fields }) => fields).length,
    );
    const clause = page.locator('#clause-V1-IMPORT-451');
    await clause.locator('> summary').click();
    expect(await clause.getByText('status 500').isVisible()).toBe(true);
    const scenario = page.locator('#clause-MESSAGE-BALANCE-DETAILS-NEW');
    await scenario.locator('> summary').click();
    expect(await scenario.locator('mark').textContent()).toContain('newBalance');
    await page.locator('#out-of-reach .group > summary').first().click();
    expect(await page.locator('#clause-USER-CREATE-CALL').isVisible()).toBe(true);
  });

  test('on paper the evidence is open and the controls are gone', async () => {
    const page = await open('violated');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav, form, button').filter({ visible: true }).count()).toBe(0);
    const isDrawn = (selector: string) =>
      page.$eval(selector, (one) => one.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isDrawn('#clause-USER-CREATE-CALL > summary')).toBe(true);
    expect(await isDrawn('#clause-V1-IMPORT-451 mark')).toBe(true);
    expect(await isDrawn('#clause-USER-CREATE-CALL .inside')).toBe(false);
  });

  test('a violation is copied as an issue, alone and with all others, and so are its link and its command', async () => {
    const page = await open('violated', { ...desk, permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async (button: Locator) => {
      // By its name it is found until it is pressed.
      const pressed = await button.elementHandle();
      await pressed?.click();
      await expect.poll(() => pressed?.textContent()).toBe('Copied');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await openAll(page);
    const clause = page.locator('#clause-V1-IMPORT-451');
    const one = await copied(clause.getByRole('button', { name: 'Copy as issue' }));
    await expect(one).toMatchFileSnapshot('screens/issue.md');
    const other = page.locator('#clause-V1-451-LOCATION');
    const shownThere = await copied(other.getByRole('button', { name: 'Copy as issue' }));
    expect(shownThere.slice(shownThere.indexOf('### Call'))).toBe(one.slice(one.indexOf('### Call')));
    const all = await copied(page.getByRole('button', { name: 'Copy all as issue' }));
    expect(all.split('\n\n---\n\n').slice(0, 2)).toEqual([shownThere, one]);
    const link = await copied(clause.getByRole('button', { name: 'Copy link' }));
    expect(link).toBe(`${pathToFileURL(join(folder, 'violated.html'))}#clause-V1-IMPORT-451`);
    const command = clause.locator('.command', { hasText: 'Run it again' }).getByRole('button');
    expect(await copied(command)).toBe('npm run -s verify -- --target sandbox --only V1-IMPORT-451');
  });
});

async function openAll(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
}
