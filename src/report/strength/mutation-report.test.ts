// The mutation report keeps Stryker's published schema, and says of each fault what became of it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import type { FaultRow } from '../../../contracts/src/contract/fault-row.ts';
import type { FaultResult } from '../../faults/strength.ts';
import { mutationReport } from './mutation-report.ts';

const fault = (id: string, more: Partial<FaultResult>): FaultResult => ({
  ...{ id, class: 'status', clause: 'V1-IMPORT-451', says: 'answers with 200', verdict: 'caught' },
  ...{ sees: 'one exchange', isCaughtAlone: true, caughtBy: [], baselines: {} },
  ...more,
});
const rows = [{ id: 'STATUS-A', edit: { status: 200 } }] as unknown as FaultRow[];
const source = '# A comment.\n- id: STATUS-A\n  clause: V1-IMPORT-451\n- id: STATUS-B\n- id: STATUS-C\n';
const faults = [
  fault('STATUS-A', { caughtBy: [{ says: 'a case', file: 'suites/v1/import.ts' }] }),
  fault('STATUS-B', { verdict: 'survived', reason: 'no case sees it' }),
  fault('STATUS-C', { verdict: 'unobservable', reason: 'it is inside' }),
];
const files = new Map([['status', { path: 'contracts/faults/status.yaml', source }]]);
const report = JSON.parse(mutationReport({ faults }, rows, files));

test("it keeps Stryker's schema", () => {
  const path = createRequire(import.meta.url).resolve(
    'mutation-testing-report-schema/mutation-testing-report-schema.json',
  );
  const validate = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(path, 'utf8')));
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
