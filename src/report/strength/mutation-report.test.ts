// The mutation report keeps Stryker's published schema, and says of each fault what became of it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

test('a fault that the file of a trigger event holds stands there', () => {
  const root = mkdtempSync(join(tmpdir(), 'catalogue-'));
  const written = {
    'contracts/faults/status.yaml': '- id: STATUS-A\n- id: STATUS-B\n',
    'contracts/clauses/events/new-loan.yaml':
      'rules:\n  - id: RULE-LOAN\nfaults:\n  status:\n    - id: STATUS-C\n',
  };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { files } = JSON.parse(mutationReport({ faults: sampleFaults }, sampleRows, faultFiles(root)));
  rmSync(root, { recursive: true });
  expect(files).toMatchObject({
    'contracts/faults/status.yaml': { mutants: [{ id: 'STATUS-A' }, { id: 'STATUS-B' }] },
    'contracts/clauses/events/new-loan.yaml': {
      source: written['contracts/clauses/events/new-loan.yaml'],
      mutants: [{ id: 'STATUS-C', location: { start: { line: 5 } } }],
    },
  });
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
