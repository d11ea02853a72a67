/** Where the Chromium is that the tests of the page drive. */
import { existsSync } from 'node:fs';

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
