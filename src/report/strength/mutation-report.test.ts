// The mutation report keeps Stryker's published schema, and says of each fault what became of it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { mutationReport } from './mutation-report.ts';
import { sampleFaults, sampleFiles, sampleRows } from './sample-faults.ts';

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
  expect(report.testFiles).toEqual({ 'suites/v1/import.ts': { tests: [{ id: '1', name: 'a case' }] } });
});
