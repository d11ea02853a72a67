// What CTRF's report says of a run: a test a case, its verdict in full, and nothing that is not known called passed.
import { expect, test } from 'vitest';
import { green, stale, unproven, violated } from '../../test-support/sample-runs.ts';
import { ctrf } from './ctrf.ts';

test('violated and unproven are failed, out of reach is skipped, and the raw status is the verdict', () => {
  const runs = [violated, { ...unproven, target: 'down' }, { ...green, target: 'fine' }];
  const { summary, tests } = JSON.parse(ctrf(runs)).results;
  expect(tests.map((it: Record<string, unknown>) => [it['suite'], it['status'], it['rawStatus']])).toEqual([
    [['mock', 'v1'], 'failed', 'violated'],
    [['mock', 'rules'], 'skipped', 'out of reach'],
    [['down', 'v1'], 'failed', 'unproven'],
    [['down', 'rules'], 'skipped', 'out of reach'],
    [['fine', 'v1'], 'passed', 'upheld'],
    [['fine', 'rules'], 'skipped', 'out of reach'],
  ]);
  expect(summary).toMatchObject({ tests: 6, passed: 1, failed: 2, skipped: 3, pending: 0, other: 0 });
});

test('a failed test has message, file, command and the redacted exchange', () => {
  const [failed] = JSON.parse(ctrf([violated])).results.tests;
  expect(failed).toMatchObject({
    name: 'V1-IMPORT-451: given a user with no bank connection, importBankConnectionV1 answers with 451',
    message: 'the status is 500, not 451',
    filePath: 'suites/v1/v1-cases.ts',
    labels: { clause: 'V1-IMPORT-451', area: 'v1', target: 'mock' },
  });
  expect(failed.trace).toContain('again: npm run verify -- --target mock --only V1-IMPORT-451');
  expect(failed.trace).toContain('"authorization": "Bearer [secret]"');
});

test('a stale deviation, which no case shows, is a failed test with its reason', () => {
  const { summary, tests } = JSON.parse(ctrf([stale])).results;
  expect(summary).toMatchObject({ tests: 3, passed: 1, failed: 1, skipped: 1 });
  expect(tests.at(-1)).toMatchObject({
    name: 'V2-NO-LOCATION: its deviation in the target file is still needed',
    status: 'failed',
    rawStatus: 'violated',
    message: 'its deviation is stale: the clause is upheld; take the entry out',
    filePath: 'bank.yaml',
  });
});
