/** `npm run faults`: makes the sandbox misbehave in every catalogued way and tells whether the cases notice. */
import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { callerPath } from '../contracts/src/cli/caller-path.ts';
import { run } from '../contracts/src/cli/run.ts';
import { interruption } from '../src/drive/interruption.ts';
import { readBaselines } from '../src/faults/baseline/baselines.ts';
import { measureBaselines } from '../src/faults/baseline/measure-baselines.ts';
import { chosenFaults } from '../src/faults/chosen-faults.ts';
import { runFaults } from '../src/faults/run-faults.ts';
import { strengthExitCode } from '../src/report/strength/exit-code.ts';
import { strengthText } from '../src/report/strength/strength-text.ts';
import { writeBaselines, writeStrength } from '../src/report/strength/write-strength.ts';
import { countOn } from '../src/report/terminal/count.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { readyFolder } from '../src/report/write-files.ts';
import { catalogue } from '../suites/catalogue.ts';

type Options = { only?: string; baselines?: true; out?: string };

const catalogueUrl = new URL('../suites/catalogue.ts', import.meta.url).href;

const baselinesOption = new Option(
  '--baselines',
  "first ask Prism's proxy and the Pact verifier about every fault",
);
const outOption = new Option('--out <folder>', 'where the reports go (default: reports)');

const faults = new Command('faults')
  .description('Run the cases against a sandbox with each fault of the catalogue and each benign variant.')
  .option('--only <name>', 'only one fault or variant by its id, or a class such as status')
  .addOption(baselinesOption.conflicts('only'))
  .addOption(outOption.conflicts('only'))
  .addHelpText('after', '\nExample:\n  npm run faults -- --only STATUS-V1-IMPORT-200')
  .action(async ({ only: name, baselines: isAsked, out = 'reports' }: Options) => {
    const folder = callerPath(out);
    const only = chosenFaults(name);
    if (!only) await readyFolder(folder);
    const { signal, ended } = interruption();
    const count = countOn(process.stderr);
    if (isAsked) await writeBaselines(folder, await measureBaselines(catalogue, count.show));
    const baselines = readBaselines(folder);
    const strength = await runFaults({
      ...{ catalogue, catalogueUrl, signal },
      ...(baselines && { baselines }),
      ...(only && { only }),
      onResult: (_, done, total) => count.show(done, total),
    });
    count.end();
    const isPartial = only !== undefined || signal.aborted;
    process.stdout.write(strengthText(strength, lookOf(process.stdout), isPartial));
    if (!isPartial) {
      const files = await writeStrength(folder, strength);
      process.stdout.write(`${files.map((file) => relative(callerPath('.'), file)).join(', ')}\n`);
    }
    process.exitCode = strengthExitCode(strength, { isPartial, ...ended() });
  });

await run(faults);
