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
import { strengthJson } from '../src/report/strength/strength-json.ts';
import { strengthText } from '../src/report/strength/strength-text.ts';
import { writeBaselines, writeStrength } from '../src/report/strength/write-strength.ts';
import { countOn } from '../src/report/terminal/count.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { readyFolder } from '../src/report/write-files.ts';
import { catalogue } from '../suites/catalogue.ts';

type Options = { only?: string[]; baselines?: true; out?: string; json?: true };

const catalogueUrl = new URL('../suites/catalogue.ts', import.meta.url).href;

const baselinesOption = new Option('--baselines', "first ask Prism's proxy and the Pact verifier anew");
const outOption = new Option('--out <folder>', 'where the reports go (default: reports)');

const faults = new Command('faults')
  .description('Run the cases against a sandbox with each fault of the catalogue and each benign variant.')
  .option('--only <names...>', 'only faults and variants by their ids, or a class such as status')
  .addOption(baselinesOption.conflicts('only'))
  .addOption(outOption.conflicts('only'))
  .option('--json', 'print strength.json on stdout, and everything else on stderr')
  .addHelpText('after', '\nExample:\n  npm run faults -- --only STATUS-V1-IMPORT-200')
  .action(async ({ only: names, baselines: isAsked, out = 'reports', json }: Options) => {
    const screen = json ? process.stderr : process.stdout;
    const folder = callerPath(out);
    const only = chosenFaults(names);
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
    const ending = { isPartial: only !== undefined || signal.aborted, ...ended() };
    screen.write(strengthText(strength, lookOf(screen), ending));
    const files = ending.isPartial ? [] : await writeStrength(folder, strength);
    if (files.length > 0)
      screen.write(`${files.map((file) => relative(callerPath('.'), file)).join(', ')}\n`);
    if (json) process.stdout.write(strengthJson(strength, ending));
    process.exitCode = strengthExitCode(strength, ending);
  });

await run(faults);
