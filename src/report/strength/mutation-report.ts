/** The faults as a mutation report in Stryker's schema, which its stock viewer opens: a mutant a fault, a file a class. */
import type { FaultRow } from '../../../contracts/src/base/fault-row.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';
import { byClass } from './strength-counts.ts';

const STATUS = { caught: 'Killed', survived: 'Survived', unobservable: 'Ignored' } as const;

/** The source of a class has a line for each of its faults: what the provider does. */
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
