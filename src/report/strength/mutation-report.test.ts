// The mutation report keeps Stryker's published schema, and says of each fault what became of it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { faultRows } from '../../faults/fault-catalogue.ts';
import { sampleFaults, sampleFiles, sampleRows } from '../../test-support/sample-results.ts';
import { faultFiles, faultPlaces, mutationReport } from './mutation-report.ts';

const report = JSON.parse(mutationReport({ faults: sampleFaults }, sampleRows, sampleFiles));

test("it keeps Stryker's schema", () => {
  const path = createRequire(import.meta.url).resolve(
    'mutation-testing-report-schema/mutation-testing-report-schema.json',
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(path, 'utf8')),
  );
  validate(report);
  expect(validate.errors).toBeNull();
});

test('a fault stands at its line, with its edit, its status and the cases that catch it', () => {
  const { mutants } = report.files['contracts/faults/status.yaml'];
  expect(mutants).toMatchObject([
    {
      ...{ id: 'STATUS-A', mutatorName: 'V1-IMPORT-451', status: 'Killed', replacement: '{"status":200}' },
      ...{ location: { start: { line: 2 } }, killedBy: ['1'] },
    },
    { id: 'STATUS-B', status: 'Survived', statusReason: 'no case sees it', location: { start: { line: 4 } } },
    { id: 'STATUS-C', status: 'Ignored', statusReason: 'it is inside' },
  ]);
  expect(report.testFiles).toEqual({ 'suites/v1/v1-cases.ts': { tests: [{ id: '1', name: 'a case' }] } });
});

test('a derived fault is at the group of places that begins its id', () => {
  const text = 'places:\n  TOKEN:\n    seam: answer\n  TOKEN-REQUEST:\n    seam: decision\n';
  const ids = ['TOKEN-SCOPE-NULL', 'TOKEN-REQUEST-SCOPE-REFUSED'].map((id) => ({ id }));
  const places = faultPlaces(new Map([['contracts/faults/answers.yaml', text]]), ids);
  expect(places.map(({ line }) => line)).toEqual([2, 4]);
});

test('a fault that stands in no file stops the report', () => {
  const files = new Map([['contracts/faults/status.yaml', '- id: STATUS-A\n- id: STATUS-B\n']]);
  expect(() => mutationReport({ faults: sampleFaults }, sampleRows, files)).toThrow(
    'no file of faults has a line "- id: STATUS-C"',
  );
});

test('every fault of the catalogue stands in a file', () => {
  const root = join(import.meta.dirname, '../../..');
  expect(faultPlaces(faultFiles(root), faultRows).length).toBe(faultRows.length);
});
