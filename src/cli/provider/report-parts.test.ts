/** `report` adds the results of check and of assess on the parts of a recording, cut by user: totals and exit code of the whole. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callVerb } from '../../test-support/call-verb.ts';
import { documentedRecords, withFields } from '../../test-support/documented-records.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  submitV1Call,
} from '../../test-support/recorded-calls.ts';
import { assessCommand } from '../move/assess.ts';
import { checkCommand } from '../recordings/check.ts';
import { reportCommand } from './report.ts';

const USERS = ['anna', 'ben', 'cleo'] as const;
type User = (typeof USERS)[number];

const order = { amount: 1, note: 'x' };
/** Payments have numbers of their own. */
const payment = (user: User) => 500 + USERS.indexOf(user);

/** Calls of a user, whom the token and the payment tell from others. */
const CALLS: Readonly<Record<string, (user: User) => unknown>> = {
  'a user': (id) => withFields(documentedRecords().createUser, { id }, { id }),
  'a rule': () => documentedRecords().createNotificationRule,
  'a wrong form': () => withFields(documentedRecords().createStandalonePayment, {}, { id: 7 }),
  'an undocumented call': () => ({
    request: { method: 'GET', url: 'https://bank.example/accounts' },
    response: { status: 200 },
  }),
  'an import': (name) => importV1Call({ bankId: 280001, name, accountTypes: ['Checking', 'Pocket'] }),
  'a refused import': () => importV1Call({ bankId: 280001 }, { status: 400 }),
  'a V2 import': () => importV2Call({ bank: { id: 280001 } }),
  'a payment': (user) => createV1Call({ moneyTransfers: [order, order] }, payment(user)),
  'a submission': (user) => submitV1Call(payment(user)),
};

function recordOf(user: User, call: string, second: number): string {
  if (call === 'broken') return '{"request":';
  const record = CALLS[call]?.(user) as { request: { headers?: object } };
  const time = new Date(Date.UTC(2026, 10, 22) + second * 1000).toISOString();
  const headers = { ...record.request.headers, authorization: `Bearer 3f9a1c7b5d2e8046a1b2c3d4${user}` };
  return JSON.stringify({ ...record, time, request: { ...record.request, headers } });
}

const recordings = fc.array(
  fc.record({ user: fc.constantFrom(...USERS), call: fc.constantFrom('broken', ...Object.keys(CALLS)) }),
  { minLength: 1, maxLength: 30 },
);

/** Without the rows of the files, and the records of findings, which are of other files, in one order. */
function totalsIn(stdout: string): string[] {
  return stdout
    .replace(/^file +verdict[\s\S]*?\n\d+ files?: .*\n\n/m, '')
    .replace(/^ {2}traffic\.ndjson, record \d+.*\n|^ {4}compared with .*\n/gm, '')
    .split('\n')
    .sort();
}

test.each([
  ['check', checkCommand],
  ['assess', assessCommand],
])('the results of %s on the parts give the totals and the exit code of the whole', async (_, command) => {
  const resultOf = (records: readonly string[]) =>
    callVerb(command(), ['traffic.ndjson', '--json'], { 'traffic.ndjson': ndjson(records) });
  const body = async (calls: readonly { user: User; call: string }[]) => {
    const lines = calls.map(({ user, call }, second) => ({ user, line: recordOf(user, call, second) }));
    const whole = await resultOf(lines.map(({ line }) => line));
    const parts: Record<string, string> = {};
    for (const user of USERS) {
      const own = lines.flatMap((each) => (each.user === user ? each.line : []));
      if (own.length > 0) parts[`${user}.json`] = (await resultOf(own)).stdout;
    }
    const ofWhole = await callVerb(reportCommand(), ['whole.json'], { 'whole.json': whole.stdout });
    const ofParts = await callVerb(reportCommand(), Object.keys(parts), parts);
    expect([ofWhole.exitCode, ofParts.exitCode]).toEqual([whole.exitCode, whole.exitCode]);
    expect(totalsIn(ofParts.stdout)).toEqual(totalsIn(ofWhole.stdout));
  };
  await fc.assert(fc.asyncProperty(recordings, body), { numRuns: 15 });
});
