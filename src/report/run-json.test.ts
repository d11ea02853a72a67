// The report for machines tells all of a run and repeats no secret.
import { expect, test } from 'vitest';
import { runJson } from './run-json.ts';
import { brokenImportV1, green, unproven, violated } from './sample-runs.ts';

test('a violated case comes with its findings, its redacted exchange, and how to repeat it', () => {
  const report = JSON.parse(runJson([violated]));
  expect(report.exitCode).toBe(1);
  const [target] = report.targets;
  expect(target).toMatchObject({ target: 'mock', tally: { upheld: 8, violated: 2, unproven: 0 } });
  expect(target.cases[0]).toMatchObject({
    clause: 'V1-IMPORT-451',
    file: 'suites/v1/import.ts',
    verdict: 'violated',
    findings: [{ message: 'the status is 500, not 451' }, { pointer: '/response/headers/location' }],
    repeat: 'npm run verify -- --target mock --only V1-IMPORT-451',
    exchanges: [{ requestId: 'req-1', curl: expect.stringMatching(/^curl -i -X POST /) }],
  });
  expect(target.cases[0].exchanges[0].request.headers.authorization).toBe('Bearer [secret]');
});

test('a clause comes with its sentence and where it stands', () => {
  const [target] = JSON.parse(runJson([green])).targets;
  expect(target.clauses.find(({ clause }: { clause: string }) => clause === 'V1-IMPORT-451')).toEqual({
    clause: 'V1-IMPORT-451',
    verdict: 'upheld',
    area: 'v1',
    says: 'A V1 import that needs a web form is answered with the custom status 451.',
    source: expect.stringContaining('Errors'),
  });
});

test('what was sent in secret is in no byte of the report', () => {
  const text = runJson([violated, unproven]);
  const { headers } = brokenImportV1.request;
  expect(headers['authorization']).toBe('Bearer tok-5ecret-1');
  for (const secret of ['tok-5ecret-1', 'Erika', 'k-77', 't1ck3t', 'client-1'])
    expect(text).not.toContain(secret);
});

test('credentials in the address of a target are left out', () => {
  const run = { ...unproven, accessUrl: 'https://user:pa55@bank.example/api' };
  expect(runJson([run])).toContain('"accessUrl": "https://bank.example/api"');
});

test('the signal of an interrupted run is told', () => {
  expect(JSON.parse(runJson([green], { interrupted: 'SIGINT' }))).toMatchObject({
    exitCode: 130,
    interrupted: 'SIGINT',
  });
  expect(JSON.parse(runJson([green]))).not.toHaveProperty('interrupted');
});
