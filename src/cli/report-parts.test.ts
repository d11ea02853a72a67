/** `report` adds the results of check on the parts of a recording, cut by user: the totals and the exit code of the whole. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords, type TestRecord } from '../test-support/documented-records.ts';
import { importV1Call, ndjson } from '../test-support/recorded-calls.ts';
import { checkCommand } from './check.ts';
import { reportCommand } from './report.ts';

const USERS = ['anna', 'ben', 'cleo'] as const;
type User = (typeof USERS)[number];

/** Calls of a user; what tells users apart is their token, and what they are called. */
const CALLS: Readonly<Record<string, (user: User) => unknown>> = {
  created: (user) => answering('createUser', { id: user }),
  signedIn: (user) => signedIn(user),
  rule: () => documentedRecords().createNotificationRule,
  wrong: () => answering('createStandalonePayment', { id: 7 }),
  refused: () => ({ ...documentedRecords().createUser, response: { status: 400, headers: {}, body: {} } }),
  unknown: () => ({
    request: { method: 'GET', url: 'https://bank.example/accounts' },
    response: { status: 200 },
  }),
  import: (user) => importV1Call({ bankId: 280001, name: `bank of ${user}` }),
};

function answering(operation: 'createUser' | 'createStandalonePayment', more: object): TestRecord {
  const record = documentedRecords()[operation];
  for (const part of operation === 'createUser' ? [record.request, record.response] : [record.response])
    part.body = { ...(part.body as object), ...more };
  return record;
}

function signedIn(username: User): TestRecord {
  const { createToken: record } = documentedRecords();
  Object.assign(record.request, {
    url: 'https://bank.example/oauth/token',
    body: { ...(record.request.body as object), grant_type: 'password', username, password: 'p' },
  });
  record.response.body = { ...(record.response.body as object), access_token: tokenOf(username) };
  return record;
}

const tokenOf = (user: User) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;

/** A record of the user, a second after the one before. */
function recordOf(user: User, call: string, at: number): string {
  if (call === 'broken') return '{"request":';
  const record = CALLS[call]?.(user) as { request: { url: string; headers?: object } };
  const time = new Date(Date.UTC(2026, 10, 22) + at * 1000).toISOString();
  const headers = { ...record.request.headers, authorization: `Bearer ${tokenOf(user)}` };
  const url = record.request.url.replace('api.example', 'bank.example');
  return JSON.stringify({ ...record, time, request: { ...record.request, url, headers } });
}

const recordings = fc.array(
  fc.record({ user: fc.constantFrom(...USERS), call: fc.constantFrom('broken', ...Object.keys(CALLS)) }),
  { minLength: 1, maxLength: 30 },
);

/** What check makes of the whole recording, and what `report` makes of its results on the whole and on the parts. */
async function bothWays(calls: readonly { user: User; call: string }[]) {
  const lines = calls.map(({ user, call }, at) => ({ user, line: recordOf(user, call, at) }));
  const resultOf = (own: readonly { readonly line: string }[]) => {
    const files = { 'traffic.ndjson': ndjson(own.map(({ line }) => line)) };
    return callVerb(checkCommand(), ['traffic.ndjson', '--json'], files);
  };
  const whole = await resultOf(lines);
  const parts: Record<string, string> = {};
  for (const user of USERS) {
    const own = lines.filter((each) => each.user === user);
    if (own.length > 0) parts[`${user}.json`] = (await resultOf(own)).stdout;
  }
  return {
    whole,
    ofWhole: await callVerb(reportCommand(), ['whole.json'], { 'whole.json': whole.stdout }),
    ofParts: await callVerb(reportCommand(), Object.keys(parts), parts),
  };
}

/** Without the records of findings, which are of other files, in one order. */
function totalsIn(stdout: string): string[] {
  const places = /^ {2}traffic\.ndjson, record \d+.*\n|^ {4}compared with .*\n/gm;
  return stdout.replace(places, '').split('\n').sort();
}

test('the results of check on the parts give the totals and the exit code of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(recordings, async (calls) => {
      const { whole, ofWhole, ofParts } = await bothWays(calls);
      expect(ofWhole.exitCode).toBe(whole.exitCode);
      expect([ofParts.exitCode, totalsIn(ofParts.stdout)]).toEqual([
        whole.exitCode,
        totalsIn(ofWhole.stdout),
      ]);
    }),
    { numRuns: 40 },
  );
});
