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

const { createUser, createNotificationRule, createStandalonePayment, createToken } = documentedRecords();
const tokenOf = (user: User) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;

/** Calls of a user; what tells users apart is their token, and what they are called. */
const CALLS: Readonly<Record<string, (user: User) => { request: object; response: object }>> = {
  created: (id) => withBodies(createUser, { id }, { id }),
  signedIn: (username) => {
    const access_token = tokenOf(username);
    return withBodies(createToken, { grant_type: 'password', username, password: 'p' }, { access_token });
  },
  rule: () => createNotificationRule,
  wrong: () => withBodies(createStandalonePayment, {}, { id: 7 }),
  refused: () => ({ ...createUser, response: { status: 400, headers: {}, body: {} } }),
  unknown: () => ({
    request: { method: 'GET', url: 'https://bank.example/accounts' },
    response: { status: 200 },
  }),
  import: (user) => importV1Call({ bankId: 280001, name: `bank of ${user}` }),
};

function withBodies({ request, response }: TestRecord, sent: object, answer: object) {
  return {
    request: { ...request, body: { ...(request.body as object), ...sent } },
    response: { ...response, body: { ...(response.body as object), ...answer } },
  };
}

/** A record of the user, a second after the one before. */
function recordOf(user: User, call: string, at: number): string {
  const record = CALLS[call]?.(user);
  if (!record) return '{"request":';
  const { headers, url, ...request } = record.request as { headers?: object; url: string };
  const time = new Date(Date.UTC(2026, 10, 22) + at * 1000).toISOString();
  const sent = { ...headers, authorization: `Bearer ${tokenOf(user)}` };
  const ofBank = { ...request, url: url.replace('api.example', 'bank.example'), headers: sent };
  return JSON.stringify({ ...record, time, request: ofBank });
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
