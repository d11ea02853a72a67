/** The verb `check` with a memory: a second record shows what none shows alone, unless each is judged by itself. */
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { outputFaults } from '../test-support/output-faults.ts';
import { checkCommand } from './check.ts';

const { createNotificationRule: rule } = documentedRecords();
const sent = (second: number, id: number, host = 'api.example') => {
  const headers = { ...rule.request.headers, authorization: 'Bearer 3f9a1c7b5d2e8046a1b2c3d4' };
  const time = `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z`;
  const url = `https://${host}/notificationRules`;
  return { time, request: { ...rule.request, url, headers }, response: { ...rule.response, body: { id } } };
};
const lines = (...records: readonly object[]) =>
  `${records.map((each) => JSON.stringify(each)).join('\n')}\n`;

test('a second rule with the same list is violated, and the first one is named', async () => {
  const files = { 'a.ndjson': lines(sent(0, 1)), 'b.ndjson': lines(sent(5, 2)) };
  const { exitCode, stdout, stderr } = await callVerb(checkCommand(), Object.keys(files), files);
  expect(stdout).toMatch(/^ {2}rules +\d+ +1 +\d+$/m);
  expect(
    stdout.replace(/^Clauses\n.*?\n\n(?=operation)/ms, ''),
  ).toBe(`RULE-UNIQUE-LOW: A second LOW_ACCOUNT_BALANCE rule with the same accountIds is refused, whatever its threshold is.
  b.ndjson, record 0, createNotificationRule
    /request/body/params/accountIds
    accountIds is that of an earlier LOW_ACCOUNT_BALANCE rule of the user, and the call is answered with 201
    compared with a.ndjson, record 0

operation               upheld  violated  refused  not judged
createNotificationRule  1       1         0        0

2 records: 1 upheld, 1 violated, 0 refused, 0 not judged. Findings: provider 1, your requests 0.
`);
  expect(stderr).toBe('');
  expect(exitCode).toBe(1);
  expect((await callVerb(checkCommand(), ['--each', ...Object.keys(files)], files)).exitCode).toBe(0);
});

test('--json adds a line to that of the record, with the earlier one', async () => {
  const files = { 'a.ndjson': lines(sent(0, 1), sent(5, 2)) };
  const { stdout } = await callVerb(checkCommand(), ['--json', 'a.ndjson'], files);
  const printed = stdout
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(printed.map(({ index, verdict }) => [index, verdict])).toEqual([
    [0, 'upheld'],
    [1, 'upheld'],
    [1, 'violated'],
  ]);
  expect(printed[2]).toMatchObject({
    file: 'a.ndjson',
    operation: 'createNotificationRule',
    findings: [{ clause: 'RULE-UNIQUE-LOW', earlier: { file: 'a.ndjson', index: 0 } }],
  });
  expect(printed.flatMap((line) => outputFaults('check', line))).toEqual([]);
});

test('a record of which two findings come from earlier ones is violated once', async () => {
  const { createToken } = documentedRecords();
  const granted = {
    ...createToken,
    time: '2026-11-22T08:00:00.000Z',
    request: { ...createToken.request, url: 'https://api.example/oauth/token' },
    response: {
      ...createToken.response,
      body: {
        ...(createToken.response.body as object),
        access_token: '3f9a1c7b5d2e8046a1b2c3d4',
        expires_in: 60,
      },
    },
  };
  const files = { 'a.ndjson': lines(granted, sent(0, 1), sent(5, 2)) };
  const { stdout } = await callVerb(checkCommand(), ['a.ndjson'], files);
  expect(stdout).toContain('AUTH-TOKEN-EXPIRED: ');
  expect(stdout).toContain('RULE-UNIQUE-LOW: ');
  expect(stdout).toContain('3 records: 1 upheld, 2 violated, 0 refused, 0 not judged.');
});

test('a clock that goes back and several providers are one line each and no violation', async () => {
  const { createToken } = documentedRecords();
  const granted = (host: string) => ({
    ...createToken,
    request: { ...createToken.request, url: `https://${host}/oauth/token` },
    response: {
      ...createToken.response,
      body: { ...(createToken.response.body as object), access_token: `${host}-0123456789abcdef` },
    },
  });
  const late = { ...sent(0, 1), time: '2026-11-22T11:00:00.000Z' };
  const files = { 'a.ndjson': lines(granted('one.test'), granted('two.test'), late, sent(0, 2)) };
  const { exitCode, stderr } = await callVerb(checkCommand(), ['a.ndjson'], files);
  expect(stderr).toBe(
    '2 hosts are judged, each as a provider of its own: one.test, two.test.\n' +
      'The clock goes back 1 time, first at a.ndjson, record 3: nothing is compared across it.\n',
  );
  expect(exitCode).toBe(0);
});

test('calls of a host that issues no token and that no target file names are other calls', async () => {
  const { createToken, createUser } = documentedRecords();
  const crm = {
    request: { method: 'POST', url: 'https://crm.example/users' },
    response: { status: 201, body: {} },
  };
  const other = '"crm.example" issued no token, and no --target names it';
  const checked = async (records: readonly object[], ...options: string[]) => {
    const files = { 'a.ndjson': lines(...records), 't.yaml': 'accessUrl: https://api.example' };
    const { exitCode, stdout } = await callVerb(checkCommand(), ['a.ndjson', ...options], files);
    return [exitCode, /^\d+ record.*$/m.exec(stdout)?.[0]];
  };
  const findings = (ofProvider: number) => `Findings: provider ${ofProvider}, your requests 0.`;
  const two = `3 records: 2 upheld, 0 violated, 0 refused, 1 not judged (1× ${other}). ${findings(0)}`;
  for (const records of [
    [crm, createToken, createUser],
    [createToken, createUser, crm],
  ])
    expect(await checked(records)).toEqual([0, two]);
  const one = `2 records: 1 upheld, 0 violated, 0 refused, 1 not judged (1× ${other}). ${findings(0)}`;
  expect(await checked([crm, createUser], '--target', 't.yaml')).toEqual([0, one]);
  expect(await checked([crm, createUser])).toEqual([
    1,
    `2 records: 1 upheld, 1 violated, 0 refused, 0 not judged. ${findings(3)}`,
  ]);
});

test('that calls cannot be compared for lack of a token that tells users apart is said', async () => {
  const short = (second: number, id: number) => {
    const { request, ...others } = sent(second, id);
    return {
      ...others,
      request: { ...request, headers: { ...request.headers, authorization: 'Bearer t1' } },
    };
  };
  const said = async (...records: object[]) =>
    (await callVerb(checkCommand(), ['a.ndjson'], { 'a.ndjson': lines(...records) })).stderr;
  expect(await said(short(0, 1), short(5, 2))).toBe(
    '2 calls are compared with no other: no long random token tells whose they are.\n',
  );
  expect(await said(short(0, 1))).toBe('');
});
