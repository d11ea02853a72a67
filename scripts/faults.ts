/** `npm run faults`: makes the sandbox misbehave in every catalogued way and tells whether the cases notice. */
import { relative } from 'node:path';
import { Command } from 'commander';
import { callerPath } from '../contracts/src/cli/caller-path.ts';
import { run } from '../contracts/src/cli/run.ts';
import { interruption } from '../src/drive/interruption.ts';
import { chosenFaults } from '../src/faults/chosen-faults.ts';
import { runFaults } from '../src/faults/run-faults.ts';
import { strengthExitCode } from '../src/report/strength/exit-code.ts';
import { strengthText } from '../src/report/strength/strength-text.ts';
import { writeStrength } from '../src/report/strength/write-strength.ts';
import { countOn } from '../src/report/terminal/count.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { catalogue } from '../suites/catalogue.ts';

const catalogueUrl = new URL('../suites/catalogue.ts', import.meta.url).href;

const faults = new Command('faults')
  .description(
    'Run the cases against a sandbox that has each fault of the catalogue, and each benign variant.',
  )
  .option('--only <name>', 'only one fault or variant by its id, or a class such as status')
  .option('--out <folder>', 'where the reports go (default: reports)')
  .addHelpText('after', '\nExample:\n  npm run faults -- --only STATUS-V1-IMPORT-200')
  .action(async ({ only: name, out = 'reports' }: { only?: string; out?: string }) => {
    const only = chosenFaults(name);
    const { signal, ended } = interruption();
    const count = countOn(process.stderr);
    const strength = await runFaults({
      ...{ catalogue, catalogueUrl, signal },
      ...(only && { only }),
      onResult: (_, done, total) => count.show(done, total),
    });
    count.end();
    const isPartial = only !== undefined || signal.aborted;
    process.stdout.write(strengthText(strength, lookOf(process.stdout), isPartial));
    if (!isPartial) {
      const files = await writeStrength(callerPath(out), strength);
      process.stdout.write(`${files.map((file) => relative(callerPath('.'), file)).join(', ')}\n`);
    }
    process.exitCode = strengthExitCode(strength, { isPartial, ...ended() });
  });

await run(faults);
