/** The faults as a mutation report in Stryker's schema, which its stock viewer opens: a file a class, a mutant a fault. */
import type { FaultRow } from '../../../contracts/src/contract/fault-row.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';

/** The catalogue as it is written: a file's text, and the line on which a fault begins, from 1. */
export interface FaultFile {
  readonly path: string;
  readonly source: string;
}

const STATUS = { caught: 'Killed', survived: 'Survived', unobservable: 'Ignored' } as const;

export function mutationReport(
  { faults }: Pick<Strength, 'faults'>,
  rows: readonly FaultRow[],
  files: ReadonlyMap<string, FaultFile>,
): string {
  const edits = new Map(rows.map(({ id, edit }) => [id, JSON.stringify(edit)]));
  const tests = testsOf(faults);
  const byClass = Map.groupBy(faults, (fault) => fault.class);
  const entries = [...byClass].map(([name, own]) => {
    const { path = name, source = '' } = files.get(name) ?? {};
    return [
      path,
      { language: 'yaml', source, mutants: own.map((fault) => mutant(fault, edits, source, tests)) },
    ];
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
  fault: FaultResult,
  edits: ReadonlyMap<string, string>,
  source: string,
  tests: Tests,
): object {
  const { id, clause, says, verdict, reason, caughtBy } = fault;
  const line = Math.max(1, source.split('\n').indexOf(`- id: ${id}`) + 1);
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
