/** Runs the cases against a sandbox with each fault and each benign variant, and reports which they notice: `npm run faults`. */
import '../src/cli/uncaught.ts';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { exitCode, run } from '../src/cli/exit-codes.ts';
import { callerPath, outPath, shownPath, unknownName, wholeNumberOption } from '../src/cli/options.ts';
import { faultRows, mappingFaults } from '../src/faults/generated/fault-rows.ts';
import { variantRows } from '../src/faults/generated/variant-rows.ts';
import { liveLineOn } from '../src/report/terminal/screen.ts';
import { readyFolder, writeWholeFile } from '../src/report/write-files.ts';
import { runFaults } from './faults/run-faults.ts';
import { sampled, strengthDifferences } from './faults/sample.ts';
import { type Strength, strengthJson, strengthResult, strengthText } from './faults/strength.ts';
import { PROJECT } from './project.ts';

const HELP = `
Exit 0: every fault is noticed, and no variant raises a false alarm.
Exit 1: a fault survives, a variant raises an alarm, or in a full run a clause
has no fault that its own cases catch.
Exit 2: no fault and no variant was run.
With --sample: exit 1 where a fault differs from reports/strength.json, else 0.

Example:
  npm run -s faults -- --only V1-IMPORT-STATUS-200`;

export function faultsCommand(): Command {
  const everyCase = new Option('--every-case', 'run every case against each fault: minutes, and no reports');
  const out = new Option('--out <folder>', 'where the reports go (default: reports)').argParser(outPath);
  const sample = new Option('--sample <count>', 'run so many faults, print what differs from the reports');
  const seed = new Option('--seed <number>', 'the seed that a sample printed, to play it again');
  return new Command('faults')
    .description('Run the cases against a sandbox with each fault of the catalogue and each benign variant.')
    .option('--only <names...>', 'only faults and variants by their ids, or a class such as status')
    .addOption(everyCase)
    .addOption(out.conflicts(['only', 'everyCase']))
    .addOption(sample.argParser(wholeNumberOption(1, 999)).conflicts(['only', 'everyCase', 'out']))
    .addOption(seed.argParser(wholeNumberOption(0, 999_999)).implies({ sample: 100 }))
    .addHelpText('after', HELP)
    .action(playFaults);
}

interface Options {
  readonly only?: readonly string[];
  readonly everyCase?: boolean;
  readonly out?: string;
  readonly sample?: number;
  readonly seed?: number;
}

async function playFaults(options: Options): Promise<void> {
  const { only, everyCase: isWhole = false, out = 'reports', sample, seed } = options;
  if (sample !== undefined) return await playSample(sample, seed);
  const folder = callerPath(out);
  const chosen = only && { only: new Set(only.flatMap(idsOf)) };
  const isReported = !chosen && !isWhole;
  if (isReported) await readyFolder(folder);
  const live = liveLineOn(process.stderr);
  const onResult = (done: number, total: number) => live.show(`${done}/${total}`);
  const strength = await runFaults({ isWhole, onResult, ...chosen });
  live.end();
  process.stdout.write(strengthText(strength));
  if (isReported) {
    const path = join(folder, 'strength.json');
    await writeWholeFile(path, strengthJson(strength));
    process.stdout.write(`${shownPath(path)}\n`);
  }
  process.exitCode = exitCode(strengthResult(strength));
}

/** Writes nothing. The reports may have a fault that the catalogue has no longer, and the catalogue a new one. */
async function playSample(count: number, seed = randomInt(1_000_000)): Promise<void> {
  const { faults } = JSON.parse(readFileSync(join(PROJECT, 'reports/strength.json'), 'utf8')) as Strength;
  const ids = sampled([...new Set([...faults, ...ALL].map(({ id }) => id))], count, seed);
  const played = await runFaults({ only: new Set(ids) });
  const differences = strengthDifferences(ids, faults, played.faults);
  const title = `seed ${seed}: ${differences.length} of ${ids.length} faults differ from reports/strength.json`;
  process.stdout.write([`${title}\n`, ...differences].join(''));
  process.exitCode = exitCode({ judged: ids.length, wrong: differences.length });
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
