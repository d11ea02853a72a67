/** The files that a run of the faults writes: strength.json with every fault, faults.json for Stryker's viewer. */
import type { FaultRow } from '../../../contracts/src/base/fault-row.ts';
import { faultRows } from '../../faults/fault-rows.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';
import { writeFiles } from '../write-files.ts';
import { byClass, type StrengthEnding } from './strength-counts.ts';

/** Returns the paths of the files. Throws InputError when the folder cannot be written to. */
export function writeStrength(folder: string, strength: Strength): Promise<string[]> {
  const texts = {
    'strength.json': strengthJson(strength, { isPartial: false }),
    'faults.json': mutationReport(strength, faultRows),
  };
  return writeFiles(folder, new Map(Object.entries(texts)));
}

/** The content of `strength.json`, and what `faults --json` prints: a part says that it is one, and nothing of what only all
 * faults can show.
 */
export function strengthJson(strength: Strength, { isPartial, interrupted }: StrengthEnding): string {
  const part = { isPartial, ...(interrupted && { interrupted }), ...strength, untried: [] };
  return jsonByRow(isPartial ? part : strength);
}

/** JSON with a line for each item of its lists, so that a change of one is a line of a diff. */
function jsonByRow(content: object): string {
  const fields = Object.entries(content).map(([name, value]) => {
    const rows = Array.isArray(value) ? value.map((row) => JSON.stringify(row)) : undefined;
    return `${JSON.stringify(name)}: ${rows ? `[\n${rows.join(',\n')}\n]` : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

const STATUS = {
  caught: 'Killed',
  unproven: 'Killed',
  survived: 'Survived',
  unobservable: 'Ignored',
} as const;

/**
 * The faults in Stryker's schema for mutation reports: a mutant a fault, a file a class, whose source has a line for each
 * fault.
 */
export function mutationReport(
  { faults }: Pick<Strength, 'faults'>,
  rows: readonly Pick<FaultRow, 'id' | 'edit'>[],
): string {
  const edits = new Map(rows.map(({ id, edit }) => [id, JSON.stringify(edit)]));
  const tests = new Map(faults.flatMap(({ caughtBy }) => caughtBy.map((it) => [keyOf(it), it] as const)));
  const ids = new Map([...tests.keys()].map((key, at) => [key, `${at + 1}`]));
  const mutant = ({ id, clause, says, verdict, reason, caughtBy }: FaultResult, at: number): object => {
    const killedBy = caughtBy.map((it) => ids.get(keyOf(it)));
    return {
      id,
      mutatorName: clause,
      description: `The provider ${says}.`,
      replacement: edits.get(id) ?? '',
      location: { start: { line: at + 1, column: 1 }, end: { line: at + 2, column: 1 } },
      status: STATUS[verdict],
      ...(reason && { statusReason: reason }),
      killedBy,
      coveredBy: killedBy,
    };
  };
  const files = byClass(faults).map(([name, own]) => {
    const source = own.map(({ id, says }) => `${id}: the provider ${says}\n`).join('');
    return [name, { language: 'yaml', source, mutants: own.map(mutant) }];
  });
  const testFiles = [...Map.groupBy(tests, ([, { file }]) => file)].map(([file, own]) => [
    file,
    { tests: own.map(([key, { says }]) => ({ id: ids.get(key), name: says })) },
  ]);
  const report = {
    schemaVersion: '1',
    thresholds: { high: 100, low: 100 },
    projectRoot: '.',
    files: Object.fromEntries(files),
    testFiles: Object.fromEntries(testFiles),
    framework: { name: 'bank-access-contracts' },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

function keyOf({ file, says }: FaultResult['caughtBy'][number]): string {
  return `${file} ${says}`;
}
