/** The faults as a mutation report in Stryker's schema, which its stock viewer opens: a mutant a fault, where it stands. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../../contracts/src/base/errors.ts';
import type { FaultRow } from '../../../contracts/src/base/fault-row.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';

const STATUS = { caught: 'Killed', survived: 'Survived', unobservable: 'Ignored' } as const;

/** `files` holds the texts of the catalogue by path. Throws InputError for a fault that stands in none. */
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

const FOLDER = 'contracts/faults';

/** The files of the catalogue, texts by path from the root of the project. */
export function faultFiles(root: string): Map<string, string> {
  const paths = readdirSync(join(root, FOLDER))
    .sort()
    .map((file) => `${FOLDER}/${file}`);
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Where a fault is written: its file, and the line on which its row begins, or the group of places it is derived from. */
export interface FaultPlace<Fault> {
  readonly fault: Fault;
  readonly path: string;
  readonly line: number;
}

/** Texts by path. Throws InputError for a fault that is in none of them: the catalogue was generated from others. */
export function faultPlaces<Fault extends { readonly id: string }>(
  files: ReadonlyMap<string, string>,
  faults: readonly Fault[],
): FaultPlace<Fault>[] {
  const rows = new Map([...files].flatMap(([path, text]) => beginnings(path, text, /^\s*- id: (\S+)\s*$/)));
  // Of the groups that begin an id, that with the longest name.
  const groups = [...files]
    .flatMap(([path, text]) => beginnings(path, text, /^ {2}([A-Z0-9-]+):$/))
    .sort(([one], [other]) => other.length - one.length);
  return faults.map((fault) => {
    const place = rows.get(fault.id) ?? groups.find(([name]) => fault.id.startsWith(`${name}-`))?.[1];
    if (place === undefined)
      throw new InputError(
        `no file of faults has a line "- id: ${fault.id}"; npm run generate reads them anew`,
      );
    return { fault, ...place };
  });
}

function beginnings(path: string, text: string, pattern: RegExp) {
  return text.split('\n').flatMap((content, index) => {
    const id = pattern.exec(content)?.[1];
    return id === undefined ? [] : [[id, { path, line: index + 1 }] as const];
  });
}
