/** Runs the cases against a sandbox with each fault and each benign variant, and reports which they notice: `npm run faults`. */
import '../src/cli/uncaught.ts';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { exitCode, interruption, resultOfRun, run } from '../src/cli/exit-codes.ts';
import { callerPath, outPath, shownPath, unknownName } from '../src/cli/options.ts';
import { faultRows, mappingFaults } from '../src/faults/generated/fault-rows.ts';
import { variantRows } from '../src/faults/generated/variant-rows.ts';
import { liveLineOn } from '../src/report/terminal/screen.ts';
import { readyFolder, writeWholeFile } from '../src/report/write-files.ts';
import { runFaults } from './faults/run-faults.ts';
import { strengthJson, strengthOutcome, strengthText } from './faults/strength.ts';

const HELP = `
Exit 0: every fault is noticed, and no variant raises a false alarm.
Exit 1: a fault survives, a variant raises an alarm, or in a full run a clause
has no fault that its own cases catch.
Exit 2: no fault and no variant was run. 130, 143: interrupted.

Example:
  npm run -s faults -- --only V1-IMPORT-STATUS-200`;

export function faultsCommand(): Command {
  const everyCase = new Option('--every-case', 'run every case against each fault: minutes, and no reports');
  const out = new Option('--out <folder>', 'where the reports go (default: reports)').argParser(outPath);
  return new Command('faults')
    .description('Run the cases against a sandbox with each fault of the catalogue and each benign variant.')
    .option('--only <names...>', 'only faults and variants by their ids, or a class such as status')
    .addOption(everyCase)
    .addOption(out.conflicts(['only', 'everyCase']))
    .option('--json', 'print strength.json on stdout, and everything else on stderr')
    .addHelpText('after', HELP)
    .action(playFaults);
}

interface Options {
  readonly only?: readonly string[];
  readonly everyCase?: boolean;
  readonly out?: string;
  readonly json?: true;
}

async function playFaults({
  only,
  everyCase: isWhole = false,
  out = 'reports',
  json,
}: Options): Promise<void> {
  const screen = json ? process.stderr : process.stdout;
  const folder = callerPath(out);
  const chosen = only && { only: new Set(only.flatMap(idsOf)) };
  const isPart = chosen !== undefined || isWhole;
  if (!isPart) await readyFolder(folder);
  const { signal, ended } = interruption();
  const live = liveLineOn(process.stderr);
  const onResult = (done: number, total: number) => live.show(`${done}/${total}`);
  const strength = await runFaults({ isWhole, signal, onResult, ...chosen });
  live.end();
  const ending = { isPartial: isPart || signal.aborted, ...ended() };
  const path = join(folder, 'strength.json');
  if (!ending.isPartial) await writeWholeFile(path, strengthJson(strength, ending));
  screen.write(strengthText(strength, ending));
  if (!ending.isPartial) screen.write(`${shownPath(path)}\n`);
  if (json) process.stdout.write(strengthJson(strength, ending));
  process.exitCode = exitCode(resultOfRun(strengthOutcome(strength, ending), ending.interrupted));
}

const ALL = [...faultRows, ...mappingFaults];

/** The ids of a fault, a class or a variant. Throws UsageError for an unknown name. */
function idsOf(name: string): string[] {
  const variants = variantRows.map(({ id }) => id);
  if (name === 'variants') return variants;
  const chosen = ALL.filter((row) => row.id === name || row.class === name).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  if (variants.includes(name)) return [name];
  const classes = [...new Set(ALL.map((row) => row.class)), 'variants'];
  const names = [...ALL.map(({ id }) => id), ...variants, ...classes];
  throw unknownName('fault, variant or class', name, names, `the classes are ${classes.join(', ')}`);
}

if (import.meta.main) await run(faultsCommand());
