/** Runs the V1 and the V2 flows and every case against each target, prints the verdict and writes the reports. */
import { relative } from 'node:path';
import { Command } from 'commander';
import { callerPath } from '../contracts/src/cli/caller-path.ts';
import { run } from '../contracts/src/cli/run.ts';
import { interruption } from '../src/drive/interruption.ts';
import { runTarget } from '../src/drive/run-target.ts';
import { selection } from '../src/drive/selection.ts';
import { startTarget } from '../src/drive/start-target.ts';
import type { TargetRun } from '../src/drive/verdict.ts';
import { exitCode } from '../src/report/exit-code.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { addresses, opening } from '../src/report/terminal/opening.ts';
import { closing, outcome } from '../src/report/terminal/outcome.ts';
import { progressOn } from '../src/report/terminal/progress.ts';
import { writeReports } from '../src/report/write-reports.ts';
import { catalogue } from '../suites/catalogue.ts';

interface Options {
  readonly target: string[];
  readonly only?: string;
  readonly requireAll?: boolean;
  readonly out?: string;
}

// The committed reports speak of these.
const TARGETS = ['mock', 'sandbox'];

await run(
  new Command('verify')
    .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
    .option('--target <targets...>', 'mock, sandbox, or the path of a target file', TARGETS)
    .option('--only <name>', 'only the cases of a clause, such as V1-451-LOCATION, or an area, such as v2')
    .option('--require-all', 'fail when a clause is out of reach of a target')
    .option('--out <folder>', 'where the reports go (default: reports)')
    .addHelpText('after', '\nExample:\n  npm run verify -- --target sandbox --only v2')
    .action(async ({ target: chosen, only, requireAll = false, out }: Options) => {
      const look = lookOf(process.stdout);
      const isChosen = selection(only);
      const { signal, ended } = interruption();
      const runs: TargetRun[] = [];
      for (const name of chosen) {
        process.stdout.write(opening(name, look));
        const { target, stop } = await startTarget(name, callerPath(name));
        process.stdout.write(addresses(target));
        const progress = progressOn(process.stderr);
        runs.push(await runTarget(target, catalogue, { only: isChosen, onCase: progress.show, signal }));
        progress.end();
        await stop();
        process.stdout.write(outcome(runs.at(-1) as TargetRun, look, runs.length === 1));
      }
      const isOther = out === undefined && chosen !== TARGETS;
      const ending = { requireAll, isPartial: only !== undefined || isOther || signal.aborted, ...ended() };
      const written = await writeReports(callerPath(out ?? 'reports'), runs, ending);
      const files = written.map((file) => relative(callerPath('.'), file));
      process.stdout.write(closing(runs, files, ending, look));
      process.exitCode = exitCode(runs, ending);
    }),
);
