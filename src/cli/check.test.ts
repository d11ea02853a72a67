/** The verb `check` from its arguments to its exit code. */
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { checkCommand } from './check.ts';

const { createUser, createNotificationRule } = documentedRecords();
const upheld = JSON.stringify(createUser);
const violated = JSON.stringify({
  request: { ...createNotificationRule.request, body: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: {} } },
  response: { status: 201, headers: {} },
});
const unknown = JSON.stringify({ request: { method: 'GET', url: '/accounts' }, response: { status: 200 } });

/** Runs `check` on files and gives exit code, both outputs and the lines of the first. */
async function check(files: Record<string, string | Uint8Array>, ...options: string[]) {
  const called = await callVerb(checkCommand(), [...Object.keys(files), ...options], files);
  const lines = called.stdout
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{"totals"'));
  return { ...called, lines };
}

/** Without the table of clauses by area. */
function withoutClauses(stdout: string): string {
  return stdout.replace(/^Clauses\n.*?\n\n(?=operation)/ms, '');
}

test('--json prints one line a record with its five keys and a reason where it is not judged, counting per file from 0', async () => {
  const { exitCode, lines } = await check(
    { 'a.ndjson': `${upheld}\n\n${violated}\n`, 'b.ndjson': `${unknown}\n` },
    '--json',
  );
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { index: 0, file: 'a.ndjson', operation: 'createUser', verdict: 'upheld', findings: [] },
    {
      index: 1,
      file: 'a.ndjson',
      operation: 'createNotificationRule',
      verdict: 'violated',
      findings: [
        {
          clause: 'RULE-LOW-THRESHOLD',
          about: 'provider',
          pointer: '/request/body/params/balanceThreshold',
          message: 'params.balanceThreshold is missing, and the call is answered with 201',
        },
      ],
    },
    {
      index: 0,
      file: 'b.ndjson',
      operation: null,
      verdict: 'not-judged',
      findings: [],
      reason: 'no documented call',
    },
  ]);
  expect(exitCode).toBe(1);
});

test('a broken record is counted, named on stderr and does not keep the rest from being judged', async () => {
  const { exitCode, lines, stderr } = await check({ 'c.ndjson': `{"request":\n${upheld}\n` }, '--json');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { index: 0, operation: null, verdict: 'not-judged', findings: [] },
    { index: 1, operation: 'createUser', verdict: 'upheld' },
  ]);
  expect(stderr).toBe(
    'c.ndjson, record 0 (line 1) is broken: the line is not valid JSON: unexpected end at column 12.\n' +
      '2 records: 1 upheld, 0 violated, 0 refused, 1 not judged (1 broken). Findings: provider 0, your requests 0.\n',
  );
  expect(exitCode).toBe(2);
  // Violated beats broken.
  expect((await check({ 'd.ndjson': `{\n${violated}\n` }, '--json')).exitCode).toBe(1);
});

test('the report names clause, sentence, place and message of a violation, and counts by operation', async () => {
  const { exitCode, stdout, stderr } = await check({ 'e.ndjson': `${upheld}\n${violated}\n${unknown}\n` });
  expect(stdout).toMatch(/^ {2}all +\d+ +1 +\d+$/m);
  expect(
    withoutClauses(stdout),
  ).toBe(`RULE-LOW-THRESHOLD: A LOW_ACCOUNT_BALANCE rule has balanceThreshold, a decimal, and is not created without it.
  e.ndjson, record 1, createNotificationRule
    /request/body/params/balanceThreshold
    params.balanceThreshold is missing, and the call is answered with 201

operation               upheld  violated  refused  not judged
createUser              1       0         0        0
createNotificationRule  0       1         0        0
no documented call      0       0         0        1

3 records: 1 upheld, 1 violated, 0 refused, 1 not judged (1× no documented call). Findings: provider 1, your requests 0.
`);
  expect(stderr).toBe('');
  expect(exitCode).toBe(1);
});

test('ten violations of a clause and ten broken records are listed and the others counted', async () => {
  const { stdout } = await check({ 'f.ndjson': `${violated}\n`.repeat(12) });
  expect(stdout.match(/f\.ndjson, record/g)).toHaveLength(10);
  expect(stdout).toContain('  and 2 more; --json lists all\n');
  const { stderr } = await check({ 'l.ndjson': `${upheld}\n${'nonsense\n'.repeat(25)}` });
  expect(stderr.match(/is broken/g)).toHaveLength(20);
  expect(stderr).toContain('5 more records are broken.\n');
});

test('a recording of nothing but refusals proves nothing: exit code 2', async () => {
  const refusals = [400, 401, 404, 429, 500, 503].map((status) => ({
    ...createUser,
    response: { status, headers: {}, body: { error: 'no' } },
  }));
  const text = refusals.map((each) => JSON.stringify(each)).join('\n');
  const { exitCode, stdout, stderr } = await check({ 'r.ndjson': text });
  expect(stdout).toContain('6 records: 0 upheld, 0 violated, 6 refused, 0 not judged.');
  expect(stderr).toContain('createUser  refused with status 429  1×\n');
  expect(stderr).toContain('Nothing is proven: an error response (400 to 599) does not show');
  expect(exitCode).toBe(2);
  expect((await check({ 'r.ndjson': `${text}\n${upheld}` })).exitCode).toBe(0);
});

test('what was not recorded and calls that were aborted are counted with the reason', async () => {
  const { body: _, ...response } = createUser.response;
  const aborted = { ...createUser, response: { status: 0 } };
  const records = [{ ...createUser, response }, aborted, aborted].map((each) => JSON.stringify(each));
  const { exitCode, stdout } = await check({ 's.ndjson': records.join('\n') });
  expect(stdout).toContain('3 not judged (2× no response; 1× the response body was not recorded).');
  expect(exitCode).toBe(2);
  expect((await check({ 's.ndjson': [...records, upheld].join('\n') })).exitCode).toBe(0);
});

test('a request that deviates and succeeds is listed beside the provider, and --provider-only leaves it out of the exit code', async () => {
  const { importBankConnectionV1, createBankConnectionImport } = documentedRecords();
  Object.assign(importBankConnectionV1.request.body as object, { name: null });
  Object.assign(createBankConnectionImport.request.body as object, { bankId: '280001' });
  const text = [importBankConnectionV1, createBankConnectionImport].map((each) => JSON.stringify(each));
  const files = { 'o.ndjson': text.join('\n') };
  const { exitCode, stdout } = await check(files);
  expect(withoutClauses(stdout)).toBe(`Your requests

MIGRATION-BANK-ID: bankId becomes bank.id.
  o.ndjson, record 1, createBankConnectionImport
    /request/body/bankId
    bankId is the V1 name of bank.id

V1-IMPORT-NAME: A V1 import has name, a string.
  o.ndjson, record 0, importBankConnectionV1
    /request/body/name
    name is null, not text

operation                   upheld  violated  refused  not judged
importBankConnectionV1      1       0         0        0
createBankConnectionImport  1       0         0        0

2 records: 2 upheld, 0 violated, 0 refused, 0 not judged. Findings: provider 0, your requests 2.
`);
  expect(exitCode).toBe(1);
  const leniently = await check(files, '--provider-only');
  expect([leniently.exitCode, leniently.stdout]).toEqual([0, stdout]);
  const both = await check({ ...files, 'v.ndjson': violated }, '--provider-only');
  expect(both.stdout).toMatch(
    /^The provider\n\nRULE-LOW-THRESHOLD: .*\nYour requests\n\nMIGRATION-BANK-ID: /s,
  );
  expect([both.exitCode, both.stdout.includes('Findings: provider 1, your requests 2.')]).toEqual([1, true]);
  const { lines } = await check(files, '--json');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['/request/body/name', '/request/body/bankId'].map((pointer) => ({
      verdict: 'upheld',
      findings: [{ about: 'client', pointer }],
    })),
  );
  // What fails is no proof of a mistake.
  const response = { status: 400, headers: {}, body: { error: 'no' } };
  expect(
    (await check({ 'p.ndjson': JSON.stringify({ ...importBankConnectionV1, response }) })).exitCode,
  ).toBe(2);
});

test('an unknown key of a record is a note, also where the record is broken for it', async () => {
  const { status, ...response } = createUser.response;
  const record = { ...createUser, response: { ...response, statusCode: status } };
  const { stderr } = await check({ 't.ndjson': `${JSON.stringify(record)}\n${upheld}` });
  expect(stderr).toContain('is broken: the response status is missing');
  expect(stderr).toContain('createUser  /response/statusCode  1×\n');
});

test('undocumented fields and refusals are notes on stderr and no violation', async () => {
  const more = {
    ...createUser,
    response: { ...createUser.response, body: { ...(createUser.response.body as object), age: 7 } },
  };
  const failed = { ...createUser, response: { status: 503, headers: {} } };
  const { exitCode, stderr } = await check({
    'g.ndjson': [more, more, failed].map((each) => JSON.stringify(each)).join('\n'),
  });
  expect(stderr).toBe(`Seen, though not documented; none of it is a violation:
createUser  /response/body/age       2×
createUser  refused with status 503  1×
`);
  expect(exitCode).toBe(0);
});

test('no secret and no personal value of a record is printed', async () => {
  const canary = (text: string) =>
    text.replaceAll(/example-user|example-password|user@example|\+49 30 901820/g, 'CANARY');
  const user = structuredClone(createUser);
  user.request.url += '?client_secret=CANARY';
  Object.assign(user.response.body as object, { password: 7, phone: 'CANARY-2', note: 'CANARY' });
  for (const options of [[], ['--json']]) {
    const { exitCode, stdout, stderr } = await check(
      { 'h.ndjson': canary(JSON.stringify(user)) },
      ...options,
    );
    expect(exitCode).toBe(1);
    expect(stdout + stderr).not.toContain('CANARY');
  }
});

const refused: [string, string | Uint8Array, string][] = [
  [
    'a gzip file of a few bytes',
    Uint8Array.of(0x1f, 0x8b, 8, 0, 1),
    'i.json is damaged or not complete (unexpected end of file)',
  ],
  [
    'a UTF-16 file',
    Uint8Array.of(0xff, 0xfe, 0x7b, 0),
    'i.json cannot be read: it is UTF-16 text: save it as UTF-8.',
  ],
  [
    'a binary file',
    Uint8Array.of(0x89, 0x50, 0, 0),
    'i.json cannot be read: it is not text: records are NDJSON or a HAR export.',
  ],
  ['an empty file', '', 'i.json holds no record.'],
  ['a lone byte order mark', '\ufeff\r\n', 'i.json holds no record.'],
  ['a HAR file without entries', '{"log":{"entries":[]}}', 'i.json holds no record.'],
  ['a Postman collection', '{"info":{},"item":[]}', 'i.json cannot be read: it is a Postman collection,'],
  ['a file of unknown calls', unknown, 'Nothing could be judged: no record is a documented call'],
];
for (const [what, content, line] of refused) {
  test(`${what} ends with exit code 2 and a line that says so`, async () => {
    const { exitCode, stdout, stderr } = await check({ 'i.json': content }, '--json');
    expect(stderr).toContain(line);
    expect(stderr.match(/\n/g)).toHaveLength(content === unknown ? 2 : 1);
    expect(exitCode).toBe(2);
    expect(stdout).not.toContain('"verdict":"upheld"');
  });
}

test('a missing file or a folder does not keep the other files from being judged', async () => {
  const args = ['missing.ndjson', '.', 'j.ndjson', '--json'];
  const { exitCode, stdout, stderr } = await callVerb(checkCommand(), args, { 'j.ndjson': upheld });
  expect(stderr).toContain(
    'missing.ndjson cannot be read: there is no such file.\n. cannot be read: it is a folder.\n',
  );
  expect(stdout.match(/"verdict"/g)).toHaveLength(1);
  expect(exitCode).toBe(2);
});

test('a byte that is not UTF-8 breaks only its record', async () => {
  const bytes = Buffer.from(`${upheld}\n{"a":"\u00e4"}\n${upheld}`, 'latin1');
  const { exitCode, lines, stderr } = await check({ 'k.ndjson': bytes }, '--json');
  expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(['upheld', 'not-judged', 'upheld']);
  expect(stderr).toContain('k.ndjson, record 1 (line 2) is broken: it holds bytes that are not UTF-8.');
  expect(exitCode).toBe(2);
});
