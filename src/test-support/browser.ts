/** Where the Chromium is that the tests of the page drive. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM names another one. undefined where there is none. */
export function browserPath(): string | undefined {
  const named = process.env['CHROMIUM'];
  return (named ? [named] : PLACES).find((path) => existsSync(path));
}

/** What a test says that needs one. */
export const MISSING_BROWSER =
  'no Chromium is here: install Debian’s chromium, or name another one in CHROMIUM';

/** What axe has against a page that a test has open. */

/** To be put on the page before it is opened: its policy lets no other script in afterwards. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Each as the rule and the element that breaks it. */
export async function axeFindings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Found[] }> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}
