/** The verb `faults`: runs the cases against a sandbox with each fault, and reports which faults they catch. */
import { join } from 'node:path';
import { Command, Option } from 'commander';
import variantsJson from '../../contracts/generated/variants.json' with { type: 'json' };
import { exitCode, interruption, resultOfRun } from '../../src/cli/exit-codes.ts';
import { callerPath, helpText, outPath, shownPath, unknownName } from '../../src/cli/options.ts';
import { faultRows } from '../../src/faults/fault-rows.ts';
import { liveLineOn } from '../../src/report/terminal/screen.ts';
import { readyFolder, writeWholeFile } from '../../src/report/write-files.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runFaults } from './run-faults.ts';
import {
  strengthFigures,
  strengthJson,
  strengthOutcome,
  strengthShare,
  strengthText,
  writeFigures,
} from './strength.ts';

const catalogueUrl = new URL('../../suites/catalogue.ts', import.meta.url).href;

export function faultsCommand(): Command {
  const everyCase = new Option('--every-case', 'run every case against each fault: minutes, and no reports');
  const out = new Option('--out <folder>', 'where the reports go (default: reports)').argParser(outPath);
  return new Command('faults')
    .description('Run the cases against a sandbox with each fault of the catalogue and each benign variant.')
    .option('--only <names...>', 'only faults and variants by their ids, or a class such as status')
    .addOption(everyCase)
    .addOption(out.conflicts(['only', 'everyCase']))
    .option('--json', 'print strength.json on stdout, and everything else on stderr')
    .addHelpText('after', helpText('faults'))
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
  const onResult = (_: unknown, done: number, total: number) => live.show(`${done}/${total}`);
  const strength = await runFaults({ catalogue, catalogueUrl, isWhole, signal, onResult, ...chosen });
  live.end();
  const ending = { isPartial: isPart || signal.aborted, ...ended() };
  const path = join(folder, 'strength.json');
  if (!ending.isPartial) await writeWholeFile(path, strengthJson(strength, ending));
  screen.write(strengthText(strength, ending));
  if (!ending.isPartial) screen.write(`${shownPath(path)}\n`);
  if (!ending.isPartial && out === 'reports') {
    const lists = Object.values(catalogue).flat();
    const cases = lists.reduce((sum, list) => sum + list.cases.length, 0);
    writeFigures('strength', strengthFigures(strength, cases));
    writeFigures('strength', strengthShare(strength), 'README.md');
  }
  if (json) process.stdout.write(strengthJson(strength, ending));
  process.exitCode = exitCode(resultOfRun(strengthOutcome(strength, ending), ending.interrupted));
}

/** The ids of a fault, a class or a variant. Throws UsageError for an unknown name. */
function idsOf(name: string): string[] {
  const variants = variantsJson.variants.map(({ id }) => id);
  if (name === 'variants') return variants;
  const chosen = faultRows.filter((row) => row.id === name || row.class === name).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  if (variants.includes(name)) return [name];
  const classes = [...new Set(faultRows.map((row) => row.class)), 'variants'];
  const names = [...faultRows.map(({ id }) => id), ...variants, ...classes];
  throw unknownName('fault, variant or class', name, names, `the classes are ${classes.join(', ')}`);
}
