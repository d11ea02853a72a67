/** Draws both OpenAPI documents and the clauses that they name as pages that need no network. */
import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../src/base/errors.ts';
import { run } from '../src/cli/exit-codes.ts';
import { callerPath } from '../src/cli/options.ts';
import { readyFolder } from '../src/report/write-files.ts';
import { bundled } from './generate/openapi-documents.ts';
import { installTools } from './interop/installed-tools.ts';
import { REDOCLY } from './interop/stock-tools.ts';
import { clausesPage, PAGES, pageDocument } from './reference-pages.ts';

/** Redoc would load its logo from its own server: its name stands there instead. */
const OFFLINE = `<meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline' data: blob:">
<style>a[href="https://redocly.com/redoc/"] p::after { content: " Redoc" }</style>`;

await run(
  new Command('docs')
    .description(
      'Draw the OpenAPI documents as access.html and web-form.html, and the clauses as clauses.html.',
    )
    .option('--out <folder>', 'where the pages go', 'reports')
    .addHelpText('after', '\nExample:\n  npm run -s docs -- --out public')
    .action(async ({ out }: { out: string }) => {
      const folder = callerPath(out);
      await readyFolder(folder);
      installTools();
      using sources = mkdtempDisposableSync(join(tmpdir(), 'docs-'));
      for (const name of PAGES) {
        const [source, path] = [join(sources.path, `${name}.json`), join(folder, `${name}.html`)];
        writeFileSync(source, JSON.stringify(pageDocument(name, await bundled(name))));
        const args = [REDOCLY, 'build-docs', source, '--inlineBundle', '--output', path];
        // Without telemetry; its output is printed only when it fails.
        const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
        if (status !== 0) {
          process.stderr.write(`${stdout}${stderr}`);
          throw new InputError(`Redocly draws no page of ${name}.`);
        }
        writeFileSync(path, readFileSync(path, 'utf8').replace('<head>', `<head>\n${OFFLINE}`));
        process.stdout.write(`${relative(callerPath('.'), path)}\n`);
      }
      const path = join(folder, 'clauses.html');
      writeFileSync(path, clausesPage());
      process.stdout.write(`${relative(callerPath('.'), path)}\n`);
    }),
);
