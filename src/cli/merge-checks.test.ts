/** The verb `merge`: the results of parts that are cut by user add up to that of one run, in any order and grouping. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkExchange } from '../../contracts/src/records/check-record.ts';
import { factsOf } from '../../contracts/src/records/record-facts.ts';
import { mergedSummary, RecordingMemory } from '../../contracts/src/records/recording-memory.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords, type TestRecord } from '../test-support/documented-records.ts';
import { outputFaults } from '../test-support/output-faults.ts';
import { assessCommand } from './assess.ts';
import { checkCommand } from './check.ts';
import { CheckTally } from './check-tally.ts';
import { mergeCommand } from './merge.ts';

const START = Date.UTC(2026, 10, 22);
const documented = documentedRecords();

interface Step {
  readonly user: number;
  readonly what: keyof typeof kinds;
  /** In seconds since the step before, of any user; the clock may jump. */
  readonly after: number;
  readonly id: number;
}

/** With the index of the record in the recording. */
type Numbered = Step & { readonly number: number };

const changed = (
  record: TestRecord,
  sent: object,
  answered: object = {},
  status = record.response.status,
) => ({
  request: { ...record.request, body: { ...(record.request.body as object), ...sent } },
  response: { ...record.response, status, body: { ...(record.response.body as object), ...answered } },
});

const tokenOf = (user: number) => `3f9a1c7b5d2e8046a1b2c3d4${user}`;

const kinds = {
  user: ({ user }: Step) => changed(documented.createUser, { id: `user-${user}` }, { id: `user-${user}` }),
  token: ({ user }: Step) =>
    changed(
      documented.createToken,
      { grant_type: 'password', username: `user-${user}`, password: 'p' },
      { access_token: tokenOf(user), expires_in: 60 },
    ),
  rule: ({ id, number }: Numbered) =>
    changed(documented.createNotificationRule, { callbackHandle: `${id}` }, { id: number }),
  refused: () => changed(documented.createNotificationRule, {}, { errors: [] }, 409),
  deletion: () => ({
    request: { ...documented.createNotificationRule.request, method: 'DELETE' },
    response: { status: 204, headers: {} },
  }),
  form: ({ id, number }: Numbered) =>
    changed(
      documented.createStandalonePayment,
      {},
      {
        id: `0f8fad5b-d9cb-469f-a165-7086772895${10 + id}`,
        createdAt: `2026-11-20T08:15:00.${100 + number}+0000`,
      },
    ),
  payment: ({ id }: Step) => changed(documented.createMoneyTransferV1, {}, { id }),
  submission: ({ id }: Step) => changed(documented.submitPaymentV1, { paymentId: id }),
} as const;

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.nat({ max: 5 }),
  what: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  after: fc.oneof(fc.nat({ max: 30 }), fc.integer({ min: -40, max: 4000 }), fc.constantFrom(-600, 380, 400)),
  id: fc.nat({ max: 3 }),
});

/** Breaks every check once. */
const broken: Step[] = (['user', 'token', 'submission', 'rule', 'rule', 'form', 'form'] as const).map(
  (what) => ({ user: 0, what, after: 1, id: 1 }),
);
const late: Step = { user: 0, what: 'form', after: 400, id: 2 };

function recordsOf(steps: readonly Step[]): { readonly user: number; readonly record: object }[] {
  let time = START;
  return steps.map((each, number) => {
    time += each.after * 1000;
    const { request, response } = kinds[each.what]({ ...each, number });
    const headers = { ...request.headers, authorization: `Bearer ${tokenOf(each.user)}` };
    const record = { time: new Date(time).toISOString(), request: { ...request, headers }, response };
    return { user: each.user, record };
  });
}

/** As check does, with the place that each record has in the whole. */
function checked(records: readonly (readonly [index: number, record: object])[]) {
  const tally = new CheckTally();
  const memory = new RecordingMemory((found) => tally.addRemembered(found));
  for (const [index, record] of records) {
    const one = checkExchange(record);
    tally.add('f', index, one);
    const facts = factsOf(one);
    if (facts) memory.add(facts, { file: 'f', index });
  }
  const summary = memory.end();
  return { counts: tally.toJSON(), summary };
}

type Checked = ReturnType<typeof checked>;

function merged(parts: readonly Checked[]): Checked {
  const tally = new CheckTally();
  for (const { counts } of parts) tally.merge(JSON.parse(JSON.stringify(counts)));
  return { counts: tally.toJSON(), summary: parts.map(({ summary }) => summary).reduce(mergedSummary) };
}

test('parts cut by user, merged in any grouping, are one run over the whole', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.array(fc.nat({ max: 2 }), { minLength: 6, maxLength: 6 }),
      (steps, partOf) => {
        const records = recordsOf([...broken, late, ...steps]);
        const whole = checked(records.map(({ record }, index) => [index, record]));
        for (const clause of Object.keys(whole.counts.violations)) seen.add(clause);
        const [a, b, c] = [0, 1, 2].map((part) =>
          checked(
            records.flatMap(({ user, record }, index) =>
              partOf[user] === part ? [[index, record] as const] : [],
            ),
          ),
        ) as [Checked, Checked, Checked];
        expect(merged([a, b, c])).toEqual(whole);
        expect(merged([c, merged([b, a])])).toEqual(whole);
        expect(merged([merged([a]), merged([merged([c, b])])])).toEqual(whole);
      },
    ),
    { numRuns: 200 },
  );
  // The recordings break what the memory checks.
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      'AUTH-TOKEN-EXPIRED',
      'RULE-UNIQUE-LOW',
      'V1-SUBMIT-PAYMENT-ID',
      'V2-FORM-ID-UNIQUE',
    ]),
  );
});

test('merge prints what one run of check does, and its sum can be merged again', async () => {
  const records = recordsOf([
    { user: 0, what: 'rule', after: 0, id: 1 },
    { user: 1, what: 'rule', after: 1, id: 1 },
    { user: 0, what: 'rule', after: 1, id: 2 },
    { user: 1, what: 'payment', after: 1, id: 1 },
  ]);
  const linesOf = (user?: number) =>
    records
      .filter((one) => user === undefined || one.user === user)
      .map(({ record }) => `${JSON.stringify(record)}\n`)
      .join('');
  const whole = await callVerb(checkCommand(), ['a.ndjson'], { 'a.ndjson': linesOf() });
  const parts: string[] = [];
  for (const user of [0, 1]) {
    const args = ['--partial', 'a.ndjson'];
    const { stdout, exitCode } = await callVerb(checkCommand(), args, { 'a.ndjson': linesOf(user) });
    expect(exitCode).toBe(0);
    expect(outputFaults('check-partial', JSON.parse(stdout))).toEqual([]);
    parts.push(stdout);
  }
  const again = await callVerb(mergeCommand(), ['--partial', 'p.json'], { 'p.json': parts.join('') });
  const merges = [
    await callVerb(mergeCommand(), ['p.json', 'q.json'], { 'p.json': parts[1], 'q.json': parts[0] }),
    await callVerb(mergeCommand(), ['p.json'], { 'p.json': again.stdout }),
  ];
  expect(whole.exitCode).toBe(1);
  // The parts count their own records.
  const withoutPlaces = (text: string) => text.replaceAll(/record \d+/g, 'record N');
  for (const { stdout, exitCode } of merges) {
    expect(withoutPlaces(stdout)).toBe(withoutPlaces(whole.stdout));
    expect(exitCode).toBe(1);
  }
});

test('a part without a record is no unreadable file, and parts without any say so', async () => {
  const { stdout, stderr, exitCode } = await callVerb(checkCommand(), ['--partial', 'a.ndjson'], {
    'a.ndjson': '',
  });
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(await callVerb(mergeCommand(), ['p.json'], { 'p.json': `${stdout}${stdout}` })).toMatchObject({
    ...{ stdout: '', stderr: 'There is nothing to judge: no part holds a record.\n', exitCode: 2 },
  });
});

test('what is no partial result, and results of both verbs together, are refused', async () => {
  const refused = async (text: string) => callVerb(mergeCommand(), ['p.json'], { 'p.json': text });
  const other = await refused('{"format":"other"}\n');
  expect(other.stderr).toContain('p.json is no partial result: check --partial and assess --partial');
  expect(other.exitCode).toBe(2);
  const { request } = documented.importBankConnectionV1;
  const files = { 'a.ndjson': JSON.stringify({ request, response: { status: 451, headers: {} } }) };
  const [one, two] = [checkCommand(), assessCommand()];
  const parts = [];
  for (const verb of [one, two]) parts.push((await callVerb(verb, ['--partial', 'a.ndjson'], files)).stdout);
  const both = await refused(parts.join(''));
  expect(both.stderr).toContain('merge those of one verb at a time');
  expect(both.exitCode).toBe(2);
  const assessed = await callVerb(mergeCommand(), ['p.json'], { 'p.json': `${parts[1]}${parts[1]}` });
  expect(assessed.stdout).toContain('importBankConnectionV1');
});
