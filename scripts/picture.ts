/** Draws the picture of the README: the page of a real run against a sandbox that makes one mistake. */
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
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
import { targetReport } from '../src/report/run-json.ts';
import { selection } from '../src/runner/choose-cases.ts';
import { runTarget } from '../src/runner/run.ts';
import { startSandboxInProcess } from '../src/runner/targets/sandbox-target.ts';
import { catalogue } from '../suites/catalogue.ts';

const FAULT = 'FORM-URL-MISSING';
/** In CSS pixels; each is drawn as two pixels, so that the picture is sharp on every screen. */
const WIDTH = 1100;

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
      process.stdout.write(`${out}\n`);
    }),
);

async function faultyPage(): Promise<string> {
  const hooks = providerFaults().flatMap((fault) => (fault.id === FAULT ? fault.hooks() : []));
  const { target, stop } = await startSandboxInProcess({ hooks: composeHooks(hooks) });
  try {
    const run = await runTarget(target, catalogue, { only: selection('v2') });
    return runPage([targetReport(run)], {});
  } finally {
    await stop();
  }
}

/** The verdict and, without what is between them, the violation to the end of the response that lacks a field. */
async function draw(file: string, path: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
  try {
    const viewport = { width: WIDTH, height: 900 };
    const page = await browser.newPage({ viewport, colorScheme: 'light', deviceScaleFactor: 2 });
    await page.goto(`${pathToFileURL(file)}`);
    await page.locator('nav, #flows, #next, .filter, #violated > :is(h2, .lead)').evaluateAll((between) => {
      for (const one of between) one.remove();
    });
    const exchange = await page.locator('#violated .two', { hasText: 'url is missing' }).boundingBox();
    if (!exchange) throw new InputError('The page shows no response without url.');
    const clip = { x: 0, y: 0, width: WIDTH, height: exchange.y + exchange.height };
    await page.screenshot({ path, fullPage: true, clip });
  } finally {
    await browser.close();
  }
}
