/** Runs the V1 and the V2 flows and every case against a target, prints the verdict and writes the reports. */
import { relative } from 'node:path';
import { Command } from 'commander';
import { callerPath } from '../contracts/src/cli/caller-path.ts';
import { run } from '../contracts/src/cli/run.ts';
import { interruption } from '../src/drive/interruption.ts';
import { startMockTarget } from '../src/drive/mock-target.ts';
import { runTarget } from '../src/drive/run-target.ts';
import { selection } from '../src/drive/selection.ts';
import { exitCode } from '../src/report/exit-code.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { addresses, opening } from '../src/report/terminal/opening.ts';
import { outcome } from '../src/report/terminal/outcome.ts';
import { progressOn } from '../src/report/terminal/progress.ts';
import { writeReports } from '../src/report/write-reports.ts';
import { catalogue } from '../suites/catalogue.ts';

interface Options {
  readonly only?: string;
  readonly requireAll?: boolean;
  readonly out: string;
}

await run(
  new Command('verify')
    .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
    .option(
      '--only <clause or area>',
      'run only the cases of one clause, such as V1-451-LOCATION, or one area, such as v2',
    )
    .option('--require-all', 'fail when a clause is out of reach of the target')
    .option('--out <folder>', 'where the reports go', 'reports')
    .addHelpText('after', '\nExample:\n  npm run verify -- --only v2')
    .action(async ({ only, requireAll = false, out }: Options) => {
      const look = lookOf(process.stdout);
      const chosen = selection(only);
      const { signal, ended } = interruption();
      process.stdout.write(opening('mock', look));
      const { target, stop } = await startMockTarget();
      process.stdout.write(addresses(target));
      const progress = progressOn(process.stderr);
      const result = await runTarget(target, catalogue, { only: chosen, onCase: progress.show, signal });
      progress.end();
      await stop();
      const interrupted = ended();
      const isPartial = only !== undefined || interrupted.interrupted !== undefined;
      const ending = { requireAll, isPartial, ...interrupted };
      const files = await writeReports(callerPath(out), [result], ending);
      const shown = files.map((file) => relative(callerPath('.'), file));
      process.stdout.write(outcome(result, shown, ending, look));
      process.exitCode = exitCode([result], ending);
    }),
);
