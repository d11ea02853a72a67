// The mutation report keeps Stryker's published schema, and has the result of each fault.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { sampleFaults, sampleRows } from '../../test-support/sample-results.ts';
import { mutationReport } from './strength-files.ts';

const report = JSON.parse(mutationReport({ faults: sampleFaults }, sampleRows));

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

test('a fault is a line of its class, with its edit, its status and the cases that catch it', () => {
  const { source, mutants } = report.files.status;
  expect(source.split('\n')[0]).toBe('STATUS-A: the provider answers with 200');
  expect(mutants).toMatchObject([
    {
      ...{ id: 'STATUS-A', mutatorName: 'V1-IMPORT-451', status: 'Killed', replacement: '{"status":200}' },
      ...{ location: { start: { line: 1 } }, killedBy: ['1'] },
    },
    { id: 'STATUS-B', status: 'Survived', statusReason: 'no case sees it', location: { start: { line: 2 } } },
    { id: 'STATUS-C', status: 'Ignored', statusReason: 'it is inside' },
  ]);
  expect(report.testFiles).toEqual({ 'suites/v1/v1-cases.ts': { tests: [{ id: '1', name: 'a case' }] } });
});
