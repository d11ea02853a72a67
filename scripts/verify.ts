/** Runs the V1 and the V2 flows and every case against each target, prints the verdict and writes the reports. */
import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { callerPath } from '../contracts/src/cli/caller-path.ts';
import { run } from '../contracts/src/cli/run.ts';
import { interruption } from '../src/drive/interruption.ts';
import { selection } from '../src/drive/selection.ts';
import type { TargetRun } from '../src/drive/verdict.ts';
import { tellGitHub } from '../src/report/ci/tell-github.ts';
import { exitCode } from '../src/report/exit-code.ts';
import { lookOf } from '../src/report/terminal/look.ts';
import { closing } from '../src/report/terminal/outcome.ts';
import { showPlan } from '../src/report/terminal/show-plan.ts';
import { showRun } from '../src/report/terminal/show-run.ts';
import { readyFolder } from '../src/report/write-files.ts';
import { writeReports } from '../src/report/write-reports.ts';
import { catalogue } from '../suites/catalogue.ts';

type Options = { target: string[]; only?: string; requireAll?: boolean; out?: string; dryRun?: true };

// The committed reports speak of these.
const TARGETS = ['mock', 'sandbox'];
const look = lookOf(process.stdout);
const dryRun = new Option(
  '--dry-run',
  'send nothing: tell what a run would call and create, and what is missing',
);

const verify = new Command('verify')
  .description('Run the V1 and the V2 flows and every case, print the verdict and write the reports.')
  .option('--target <targets...>', 'mock, sandbox, or the path of a target file', TARGETS)
  .option('--only <name>', 'only what shows a clause, such as V1-451-LOCATION, or an area, such as v2')
  .option('--require-all', 'fail when a clause is out of reach of a target')
  .option('--out <folder>', 'where the reports go (default: reports)')
  .addOption(dryRun.conflicts(['requireAll', 'out']))
  .addHelpText('after', '\nExample:\n  npm run verify -- --target sandbox --only v2')
  .action(async ({ target: chosen, only: name, requireAll = false, out, dryRun: isDry }: Options) => {
    const shared = { catalogue, only: selection(name), look };
    const places = chosen.map((chosenBy) => ({ chosenBy, path: callerPath(chosenBy), ...shared }));
    if (isDry) {
      for (const place of places) if ((await showPlan(place)).length > 0) process.exitCode = 1;
      return;
    }
    const folder = callerPath(out ?? 'reports');
    await readyFolder(folder);
    const { signal, ended } = interruption();
    const runs: TargetRun[] = [];
    for (const place of places) runs.push(await showRun({ ...place, signal, isFirst: runs.length === 0 }));
    const isOther = out === undefined && chosen !== TARGETS;
    const ending = { requireAll, isPartial: name !== undefined || isOther || signal.aborted, ...ended() };
    const written = await writeReports(folder, runs, ending);
    const files = written.map((file) => relative(callerPath('.'), file));
    process.stdout.write(closing(runs, files, ending, look));
    tellGitHub(runs, ending);
    process.exitCode = exitCode(runs, ending);
  });

await run(verify);
