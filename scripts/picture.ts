/** Draws the picture of the README: the page of a real run against a sandbox that makes one mistake. */
import { mkdtempDisposableSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import { chromium } from 'playwright-core';
import { InputError } from '../contracts/src/base/errors.ts';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { composeHooks } from '../src/faults/fault.ts';
import { providerFaults } from '../src/faults/row-hooks.ts';
import { runPage } from '../src/report/page/page.ts';
import { selection } from '../src/runner/choose-cases.ts';
import { runTarget } from '../src/runner/run.ts';
import { startSandboxInProcess } from '../src/runner/targets/sandbox-target.ts';
import { catalogue } from '../suites/catalogue.ts';

const FAULT = 'FORM-URL-MISSING';
/** In CSS pixels; each is drawn as two pixels, so that the picture is sharp on every screen. */
const WIDTH = 900;
const MARGIN = 12;
const MOST_BYTES = 200_000;

await run(
  new Command('picture')
    .description('Draw the picture of the README with Chromium, which CHROMIUM names.')
    .option('--out <file>', 'where the picture goes', 'docs/page.png')
    .addHelpText('after', '\nExample:\n  npm run -s picture -- --out page.png')
    .action(async ({ out }: { out: string }) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'picture-'));
      const file = join(folder.path, 'page.html');
      writeFileSync(file, await faultyPage());
      const path = callerPath(out);
      await draw(file, path);
      const { size } = statSync(path);
      if (size > MOST_BYTES) throw new InputError(`${out} has ${size} bytes, more than ${MOST_BYTES}.`);
      process.stdout.write(`${out}\n`);
    }),
);

async function faultyPage(): Promise<string> {
  const hooks = providerFaults().flatMap((fault) => (fault.id === FAULT ? fault.hooks() : []));
  const { target, stop } = await startSandboxInProcess({ hooks: composeHooks(hooks) });
  try {
    return runPage([await runTarget(target, catalogue, { only: selection('v2') })], {});
  } finally {
    await stop();
  }
}

/** From the violated sentence to the end of the answer that lacks a field. */
async function draw(file: string, path: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
  try {
    const viewport = { width: WIDTH, height: 900 };
    const page = await browser.newPage({ viewport, colorScheme: 'light', deviceScaleFactor: 2 });
    await page.goto(`${pathToFileURL(file)}`);
    const row = await page.locator('#violated .row').boundingBox();
    const answer = await page.locator('#violated pre', { hasText: 'url is missing' }).boundingBox();
    if (!row || !answer) throw new InputError('The page shows no answer without url.');
    const height = answer.y + answer.height - row.y + 2 * MARGIN;
    const clip = { x: 0, y: row.y - MARGIN, width: WIDTH, height };
    await page.screenshot({ path, fullPage: true, clip });
  } finally {
    await browser.close();
  }
}
