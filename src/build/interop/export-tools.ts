/** Newman, which runs Postman collections: what `export` writes, against the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../../../contracts/generated/operations.ts';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import type { Consumer } from '../package/consumer.ts';
import { type InteropCheck, interopTools, tool } from './interop-check.ts';

interface NewmanReport {
  readonly run: {
    readonly executions: readonly { readonly item: { readonly name: string } }[];
    readonly failures: readonly {
      readonly source: { readonly name: string };
      readonly error: { readonly message: string };
    }[];
  };
}

export const newmanCheck: InteropCheck = {
  tool: tool('newman'),
  says: 'the collection that export writes calls every operation of the sandbox, and each check of an answer passes',
  run: async ({ consumer }) => {
    const command = join(consumer.installed, 'dist/cli.js');
    await consumer.run(process.execPath, [command, 'export', '--postman', 'calls.json']);
    return wrongInRun(consumer, 'calls.json');
  },
};

/** What is wrong in a run of a collection in the folder of the consumer, against a sandbox of its own. */
export async function wrongInRun({ folder, run }: Consumer, collection: string): Promise<string[]> {
  const { target, stop } = await startSandboxTarget();
  try {
    const { accessUrl, webFormUrl } = target;
    const variables = Object.entries({ accessUrl, webFormUrl });
    const report = join(folder, 'newman.json');
    await run(process.execPath, [
      ...[interopTools.path('newman/bin/newman.js'), 'run', collection],
      ...variables.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ...['--reporters', 'json', '--reporter-json-export', report],
    ]);
    const { executions, failures } = (JSON.parse(readFileSync(report, 'utf8')) as NewmanReport).run;
    const called = new Set(executions.map(({ item }) => item.name.split(' ', 1).join()));
    const missing = Object.keys(operations).filter((id) => !called.has(id));
    return [
      ...missing.map((id) => `${id} is not called`),
      ...failures.map(({ source, error }) => `${source.name}: ${error.message}`),
    ];
  } finally {
    await stop();
  }
}
