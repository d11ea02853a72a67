/** The faults as a mutation report in Stryker's schema, which its stock viewer opens: a mutant a fault, where it stands. */
import type { FaultRow } from '../../../contracts/src/contract/fault-row.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';
import { type FaultPlace, faultPlaces } from './fault-places.ts';

const STATUS = { caught: 'Killed', survived: 'Survived', unobservable: 'Ignored' } as const;

/** `files` holds the texts of the catalogue by path. Throws Stop 2 for a fault that stands in none. */
export function mutationReport(
  { faults }: Pick<Strength, 'faults'>,
  rows: readonly FaultRow[],
  files: ReadonlyMap<string, string>,
): string {
  const edits = new Map(rows.map(({ id, edit }) => [id, JSON.stringify(edit)]));
  const tests = testsOf(faults);
  const places = faultPlaces(files, faults);
  const byFile = Map.groupBy(places, ({ path }) => path);
  const entries = [...byFile].map(([path, own]) => {
    const mutants = own.map((place) => mutant(place, edits, tests));
    return [path, { language: 'yaml', source: files.get(path), mutants }];
  });
  const report = {
    schemaVersion: '1',
    thresholds: { high: 100, low: 100 },
    projectRoot: '.',
    files: Object.fromEntries(entries),
    testFiles: testFiles(tests),
    framework: { name: 'bank-access-contracts' },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

/** Cases by file and sentence, with an id of their own. */
type Tests = ReadonlyMap<string, { readonly id: string; readonly file: string; readonly name: string }>;

function testsOf(faults: readonly FaultResult[]): Tests {
  const tests = new Map<string, { id: string; file: string; name: string }>();
  for (const { says, file } of faults.flatMap(({ caughtBy }) => caughtBy)) {
    const key = `${file} ${says}`;
    if (!tests.has(key)) tests.set(key, { id: String(tests.size + 1), file, name: says });
  }
  return tests;
}

function testFiles(tests: Tests): object {
  const byFile = Map.groupBy(tests.values(), ({ file }) => file);
  return Object.fromEntries(
    [...byFile].map(([file, own]) => [file, { tests: own.map(({ id, name }) => ({ id, name })) }]),
  );
}

function mutant(
  { fault, line }: FaultPlace<FaultResult>,
  edits: ReadonlyMap<string, string>,
  tests: Tests,
): object {
  const { id, clause, says, verdict, reason, caughtBy } = fault;
  const killedBy = caughtBy.flatMap(({ file, says: name }) => tests.get(`${file} ${name}`)?.id ?? []);
  return {
    id,
    mutatorName: clause,
    description: `The provider ${says}.`,
    replacement: edits.get(id) ?? '',
    location: { start: { line, column: 1 }, end: { line: line + 1, column: 1 } },
    status: STATUS[verdict],
    ...(reason && { statusReason: reason }),
    killedBy,
    coveredBy: killedBy,
  };
}
