// `compare --recorded`: V1 flows and V2 requests of the same content are pairs, and all else has a line.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { migrateImport } from '../../../contracts/src/migration/migrate-request.ts';
import { callVerb } from '../../test-support/call-verb.ts';
import { importV1 } from '../../test-support/migration-arbitraries.ts';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
  submitV1Call,
} from '../../test-support/recorded-calls.ts';
import { compareCommand } from '../compare.ts';

const order = {
  counterpartName: 'Ada',
  counterpartIban: 'DE89 3704 0044 0532 0130 00',
  amount: 12.5,
  purpose: 'Rent',
};
const payment = { iban: 'AT611904300234573201', moneyTransfers: [order] };
const v2Order = {
  recipient: { name: 'Ada', iban: 'DE89370400440532013000' },
  amount: { value: 12.5, currency: 'EUR' },
  purpose: 'Rent',
};
const v2Payment = { sender: { iban: payment.iban }, orders: [v2Order] };
const bank = { bankId: 1, name: 'Mine', interface: 'XS2A', accountTypes: ['Loan', 'Savings'] };
const v2Bank = {
  bank: { id: 1 },
  bankConnectionName: 'Mine',
  allowedInterfaces: ['XS2A'],
  accountTypes: ['SAVINGS', 'LOAN'],
};

interface Pair {
  readonly verdict: string;
  readonly v1: { readonly index: number };
  readonly v2: { readonly index: number };
  readonly fields: readonly { readonly to: string; readonly verdict: string }[];
}

function compare(files: Readonly<Record<string, readonly unknown[]>>, ...options: string[]) {
  const texts = Object.fromEntries(Object.entries(files).map(([name, calls]) => [name, ndjson(calls)]));
  return callVerb(compareCommand(), ['--recorded', ...Object.keys(files), ...options], texts);
}

async function pairsOf(calls: readonly unknown[], ...options: string[]) {
  const { stdout, exitCode } = await compare({ 'a.ndjson': calls }, '--json', ...options);
  const { verdict, pairs, unpaired } = JSON.parse(stdout);
  const found = (pairs as Pair[]).map((pair) => [pair.v1.index, pair.v2.index, pair.verdict] as const);
  const left = (unpaired as { version: string; index: number }[]).map((it) => `${it.version} ${it.index}`);
  return { verdict, pairs: found, left, exitCode, fields: (pairs as Pair[]).map(({ fields }) => fields) };
}

test('calls of the same content across two recordings are pairs, whatever their order', async () => {
  const before = [createV1Call(payment, 7), importV1Call(bank), submitV1Call(7)];
  const after = [importV2Call(v2Bank), paymentV2Call(v2Payment)];
  const files = { 'before.ndjson': before, 'after.ndjson': after };
  expect(await compare(files, '--currency', 'EUR')).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `verdict     V1 flow                           V2 request
equivalent  before.ndjson, record 1 (line 2)  after.ndjson, record 0 (line 1)
equivalent  before.ndjson, record 0 (line 1)  after.ndjson, record 1 (line 2)

2 pairs: 2 equivalent, 0 not; 0 V1 flows and 0 V2 requests without a counterpart.
`,
  });
  const markdown = await compare(files, '--markdown');
  expect(markdown.stdout).toContain(
    '- [x] before.ndjson, record 0 (line 1) → after.ndjson, record 1 (line 2): equivalent\n',
  );
});

test('recordings of two seeds hold other values for the same payment, and are not compared', async () => {
  const before = [createV1Call(payment, 7), submitV1Call(7)].map((call) => ({ ...call, seed: 'a1' }));
  const { stderr, exitCode } = await compare({
    'before.ndjson': before,
    'after.ndjson': [{ ...paymentV2Call(v2Payment), seed: 'b2' }],
  });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/record all with one --seed\.\n$/)]);
});

test('amounts are the same by value, IBANs without their blanks, and lists of a set in any order', async () => {
  const text = JSON.stringify(paymentV2Call(v2Payment)).replace('"value":12.5', '"value":1.250e1');
  expect((await pairsOf([createV1Call(payment, 7), text])).pairs).toEqual([[0, 1, 'equivalent']]);
});

test('equal contents pair in order of time, within one recording too', async () => {
  const calls = [
    importV1Call(bank, { minute: 9 }),
    importV2Call(v2Bank, { minute: 5 }),
    importV1Call(bank, { minute: 1 }),
    importV2Call(v2Bank, { minute: 10 }),
    importV1Call(bank, { minute: 30 }),
  ];
  const { pairs, left, exitCode, verdict } = await pairsOf(calls);
  expect(pairs).toEqual([
    [2, 1, 'equivalent'],
    [0, 3, 'equivalent'],
  ]);
  expect([left, exitCode, verdict]).toEqual([['V1 4'], 1, 'not-equivalent']);
});

test.each([
  [
    'another amount',
    { ...v2Order, amount: { value: 13, currency: 'EUR' } },
    '/orders/0/amount/value wrong-value',
  ],
  ['a lost purpose', { recipient: v2Order.recipient, amount: v2Order.amount }, '/orders/0/purpose lost'],
  ['a field more', { ...v2Order, endToEndId: 'x' }, '/orders/0/endToEndId unexpected'],
  ['no currency', { ...v2Order, amount: { value: 12.5 } }, '/orders/0/amount/currency lost'],
  [
    'a currency that is none',
    { ...v2Order, amount: { value: 12.5, currency: 'eur' } },
    '/orders/0/amount/currency wrong-value',
  ],
])('a V2 request with %s is the pair of the V1 flow, and not equivalent', async (_, changed, wanted) => {
  const { pairs, left, fields, exitCode } = await pairsOf([
    createV1Call(payment, 7),
    paymentV2Call({ ...v2Payment, orders: [changed] }),
  ]);
  expect([pairs, left, exitCode]).toEqual([[[0, 1, 'not-equivalent']], [], 1]);
  const failing = fields[0]?.filter(({ verdict }) => verdict !== 'to-confirm');
  expect(failing?.map(({ to, verdict }) => `${to} ${verdict}`)).toEqual([wanted]);
});

test('of two that are near, the nearer one is the pair; an exact pair is never given up for a near one', async () => {
  const near = { ...v2Payment, orders: [{ ...v2Order, purpose: 'Rents' }] };
  const farther = { sender: { iban: 'AT00' }, orders: [{ ...v2Order, purpose: 'Other' }] };
  const calls = [
    createV1Call(payment, 1),
    createV1Call({ ...payment, moneyTransfers: [{ ...order, purpose: 'Food' }] }, 2),
    ...[paymentV2Call(farther), paymentV2Call(near), paymentV2Call(v2Payment)],
  ];
  expect((await pairsOf(calls)).pairs).toEqual([
    [0, 4, 'equivalent'],
    [1, 3, 'not-equivalent'],
  ]);
});

test('requests that share less than half of their values, or none but words of lists, are no pair', async () => {
  const other = { bank: { id: 2 }, allowedInterfaces: ['XS2A'], accountTypes: ['SAVINGS', 'LOAN'] };
  const { pairs, left, exitCode } = await pairsOf([importV1Call(bank), importV2Call(other)]);
  expect([pairs, left, exitCode]).toEqual([[], ['V1 0', 'V2 1'], 1]);
  const halves = [
    createV1Call(payment, 1),
    paymentV2Call({
      sender: v2Payment.sender,
      orders: [{ recipient: { name: 'Bob' }, purpose: 'x', endToEndId: 'y' }],
    }),
  ];
  expect((await pairsOf(halves)).left).toEqual(['V1 0', 'V2 1']);
});

test('within one content, a pair that is equivalent comes before one that cannot be', async () => {
  const calls = [
    createV1Call({ ...payment, note: 'x' }, 1),
    createV1Call(payment, 2),
    paymentV2Call(v2Payment),
  ];
  const { pairs, left } = await pairsOf(calls);
  expect([pairs, left]).toEqual([[[1, 2, 'equivalent']], ['V1 0']]);
});

test('a payment that is sent twice to V2 is one pair and one line', async () => {
  const calls = [createV1Call(payment, 1), paymentV2Call(v2Payment), paymentV2Call(v2Payment)];
  const { exitCode, stdout } = await compare({ 'a.ndjson': calls });
  expect(stdout).toContain('a.ndjson, record 2 (line 3): no V1 flow asked for this V2 payment.\n');
  expect(exitCode).toBe(1);
});

test('what V1 itself cannot carry makes its pair not equivalent, unless it is decided', async () => {
  const calls = [importV1Call({ ...bank, note: 'x' }), importV2Call(v2Bank)];
  expect((await pairsOf(calls)).pairs).toEqual([[0, 1, 'not-equivalent']]);
  expect((await pairsOf(calls, '--drop', '/note')).pairs).toEqual([[0, 1, 'equivalent']]);
});

test('--currency judges the currency of each pair, and two currencies in one payment are wrong', async () => {
  const calls = [createV1Call(payment, 1), paymentV2Call(v2Payment)];
  expect((await pairsOf(calls, '--currency', 'CHF')).pairs).toEqual([[0, 1, 'not-equivalent']]);
  const twice = [
    createV1Call({ ...payment, moneyTransfers: [order, order] }, 1),
    paymentV2Call({
      ...v2Payment,
      orders: [v2Order, { ...v2Order, amount: { value: 12.5, currency: 'CHF' } }],
    }),
  ];
  expect((await pairsOf(twice)).pairs).toEqual([[0, 1, 'not-equivalent']]);
});

test('refused calls are no flows, and without flows of both versions nothing is compared', async () => {
  const calls = [importV1Call(bank, { status: 400 }), importV2Call(v2Bank)];
  expect(await compare({ 'a.ndjson': calls })).toEqual({
    stdout: '',
    stderr: 'There is nothing to compare: 0 V1 flows and 1 V2 request, 1 call without success.\n',
    exitCode: 2,
  });
});

test('a broken record keeps what is equivalent from being the whole truth', async () => {
  const { stderr, exitCode } = await compare({
    'a.ndjson': [importV1Call(bank), 'GARBAGE', importV2Call(v2Bank)],
  });
  expect([stderr.split('\n').length, exitCode]).toEqual([2, 2]);
});

test('what migrate makes of any imports pairs with them, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(importV1, { minLength: 1, maxLength: 8 }), fc.nat(), async (bodies, seed) => {
      const moved = bodies.flatMap((body): object[] => [migrateImport(body).v2 ?? []].flat());
      fc.pre(moved.length === bodies.length);
      const turn = seed % moved.length;
      const calls = [
        ...bodies.map((body) => importV1Call(body)),
        ...[...moved.slice(turn), ...moved.slice(0, turn)].map((body) => importV2Call(body)),
      ];
      const { pairs, left } = await pairsOf(calls.map((call) => writeJson(call)));
      expect([pairs.length, left]).toEqual([bodies.length, []]);
      expect(pairs.every(([, , verdict]) => verdict === 'equivalent')).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('no personal value of either request is printed', async () => {
  const one = {
    iban: 'CANARY-1',
    moneyTransfers: [
      { purpose: 'CANARY-2', counterpartName: 'CANARY-0', counterpartBic: 'CANARY-9', amount: 77777.1 },
    ],
  };
  const two = {
    sender: { iban: 'CANARY-1' },
    orders: [
      { purpose: 'CANARY-5', recipient: { name: 'CANARY-0', bic: 'CANARY-9' }, amount: { value: 77777.2 } },
    ],
    secret: 'CANARY-6',
  };
  for (const options of [[], ['--json'], ['--markdown']]) {
    const { stdout, stderr } = await compare(
      { 'a.ndjson': [createV1Call(one, 1), paymentV2Call(two)] },
      ...options,
    );
    expect(stdout + stderr).not.toMatch(/CANARY|77777/);
    expect(stdout).toMatch(/another text of 8 characters/);
  }
});

test('without --recorded, two files and no more', async () => {
  const { stderr, exitCode } = await callVerb(compareCommand(), ['a', 'b', 'c']);
  expect([exitCode, stderr]).toEqual([
    64,
    expect.stringMatching(/^error: too many arguments.*\nUsage: compare \[options\] <v1> <v2>; --help/),
  ]);
});
