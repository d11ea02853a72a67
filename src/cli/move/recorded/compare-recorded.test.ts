// `compare --recorded`: V1 flows and V2 requests of the same content are pairs, and all else has a line.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson } from '../../../../contracts/src/base/exact-json.ts';
import { migrateImport } from '../../../../contracts/src/migration/migrate-request.ts';
import { callVerb } from '../../../test-support/call-verb.ts';
import { importV1 } from '../../../test-support/migration-arbitraries.ts';
import {
  createV1Call,
  deviationsOf,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
  submitV1Call,
} from '../../../test-support/recorded-calls.ts';
import { screens } from '../../../test-support/screens.ts';
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
const paid = (more: object) =>
  ndjson([createV1Call(payment, 7), paymentV2Call({ ...v2Payment, orders: [{ ...v2Order, ...more }] })]);
const lost = (call: object) => ({ ...call, response: { status: 0 } });
const twice = [
  createV1Call({ ...payment, moneyTransfers: [order, order] }, 1),
  paymentV2Call({
    ...v2Payment,
    orders: [v2Order, { ...v2Order, amount: { value: 12.5, currency: 'CHF' } }],
  }),
];
const purposeLost = {
  from: '/moneyTransfers/4/purpose',
  to: '/orders/4/purpose',
  verdict: 'lost',
  message: 'is missing',
};

screens(compareCommand, {
  'recorded: the same content, in any order': {
    files: {
      'before.ndjson': ndjson([createV1Call(payment, 7), importV1Call(bank), submitV1Call(7)]),
      'after.ndjson': ndjson([importV2Call(v2Bank), paymentV2Call(v2Payment)]),
      'otherwise.ndjson': ndjson([
        createV1Call(payment, 7),
        JSON.stringify(paymentV2Call(v2Payment)).replace('"value":12.5', '"value":1.250e1'),
      ]),
    },
    calls: {
      '--recorded before.ndjson after.ndjson': 1,
      '--recorded before.ndjson after.ndjson --json --drop interface': 0,
    },
    codes: {
      '--recorded before.ndjson after.ndjson --currency EUR --drop interface': 0,
      '--recorded otherwise.ndjson': 0,
    },
  },
  'recorded: in order of time': {
    files: {
      'a.ndjson': ndjson([
        importV1Call(bank, { minute: 9 }),
        importV2Call(v2Bank, { minute: 5 }),
        importV1Call(bank, { minute: 1 }),
        importV2Call(v2Bank, { minute: 10 }),
        importV1Call(bank, { minute: 30 }),
      ]),
    },
    calls: { '--recorded a.ndjson': 1 },
    codes: { '--recorded a.ndjson --json': 1 },
  },
  'recorded: what is not equivalent': {
    files: {
      'amount.ndjson': paid({ amount: { value: 13, currency: 'EUR' } }),
      'lost.ndjson': paid({ purpose: undefined }),
      'more.ndjson': paid({ endToEndId: 'x' }),
      'none.ndjson': paid({ amount: { value: 12.5 } }),
      'word.ndjson': paid({ amount: { value: 12.5, currency: 'eur' } }),
      'twice.ndjson': ndjson(twice),
      'note.ndjson': ndjson([importV1Call({ ...bank, note: 'x' }), importV2Call(v2Bank)]),
    },
    calls: {
      '--recorded none.ndjson': 1,
      '--recorded twice.ndjson': 1,
      '--recorded note.ndjson': 1,
      '--recorded note.ndjson --drop /note accountTypes /nota': 0,
      '--recorded amount.ndjson --currency CHF': 1,
    },
    codes: {
      '--recorded amount.ndjson': 1,
      '--recorded lost.ndjson': 1,
      '--recorded more.ndjson': 1,
      '--recorded word.ndjson': 1,
      '--recorded note.ndjson --drop /note': 0,
    },
  },
  'recorded: the same parties': {
    files: {
      'two.ndjson': ndjson([
        createV1Call(payment, 1),
        createV1Call({ ...payment, moneyTransfers: [{ ...order, purpose: 'Food' }] }, 2),
        paymentV2Call({ sender: { iban: 'AT00' }, orders: [{ ...v2Order, purpose: 'Other' }] }),
        paymentV2Call({ ...v2Payment, orders: [{ ...v2Order, purpose: 'Rents' }] }),
        paymentV2Call(v2Payment),
        importV1Call(bank),
        importV2Call({ ...v2Bank, bankConnectionName: 'Yours' }),
        importV2Call({ ...v2Bank, bank: { id: 2 } }),
      ]),
      'orders.ndjson': ndjson([
        createV1Call({ ...payment, moneyTransfers: [order, { counterpartName: 'Bob', amount: 1 }] }, 1),
        paymentV2Call({
          ...v2Payment,
          orders: [{ recipient: { name: 'Bob' }, amount: { value: 1, currency: 'EUR' } }, v2Order],
        }),
      ]),
      'others.ndjson': ndjson([
        createV1Call(payment, 1),
        paymentV2Call({ ...v2Payment, orders: [{ ...v2Order, recipient: { name: 'Ada' } }] }),
        createV1Call({ moneyTransfers: [{ amount: 2 }] }, 2),
        paymentV2Call({ orders: [{ amount: { value: 3, currency: 'EUR' } }] }),
      ]),
      'again.ndjson': ndjson([
        createV1Call({ ...payment, note: 'x' }, 1),
        paymentV2Call(v2Payment),
        paymentV2Call(v2Payment),
      ]),
    },
    calls: {
      '--recorded two.ndjson': 1,
      '--recorded orders.ndjson': 1,
      '--recorded others.ndjson': 1,
      '--recorded again.ndjson': 1,
    },
  },
  'recorded: what is known': {
    files: {
      'lost.ndjson': paid({ purpose: undefined }),
      'kept.ndjson': paid({}),
      'both.ndjson': `${paid({ purpose: undefined })}${paid({ endToEndId: 'x' })}`,
      'listed.yaml': deviationsOf('2126-12-31', 'MIGRATION-SAME-NAME'),
      'ended.yaml': deviationsOf('2001-12-31', 'MIGRATION-SAME-NAME'),
      'earlier.json': { verdict: 'not-equivalent', fields: [purposeLost] },
    },
    calls: {
      '--recorded lost.ndjson --target ended.yaml': 1,
      '--recorded kept.ndjson --target listed.yaml': 1,
      '--recorded both.ndjson --since earlier.json --new': 1,
    },
    codes: {
      '--recorded lost.ndjson --target listed.yaml': 0,
      '--recorded lost.ndjson --target listed.yaml --json': 0,
      '--recorded lost.ndjson --since earlier.json': 1,
      '--recorded lost.ndjson --since earlier.json --new': 0,
      '--recorded lost.ndjson --new': 64,
    },
  },
  'recorded: nulls, and what got no response and was repeated': {
    files: {
      'again.ndjson': ndjson([
        lost(createV1Call({ ...payment, executionDate: null }, 0, { minute: 1 })),
        createV1Call(payment, 7, { minute: 2 }),
        submitV1Call(7, { minute: 2 }, { redirectUrl: null }),
        paymentV2Call({ ...v2Payment, executionDate: null }, { minute: 3 }),
      ]),
      // Not a repetition: another content, and a refused one.
      'other.ndjson': ndjson([
        lost(createV1Call(payment, 0)),
        createV1Call({ ...payment, moneyTransfers: [{ ...order, amount: 1 }] }, 7),
        createV1Call(payment, 8, { status: 400 }),
        paymentV2Call(v2Payment),
      ]),
    },
    calls: { '--recorded again.ndjson --drop interface': 0, '--recorded other.ndjson': 1 },
  },
  'recorded: what cannot be compared': {
    files: {
      'seed-a.ndjson': ndjson(
        [createV1Call(payment, 7), submitV1Call(7)].map((call) => ({ ...call, seed: 'a1' })),
      ),
      'seed-b.ndjson': ndjson([{ ...paymentV2Call(v2Payment), seed: 'b2' }]),
      'refused.ndjson': ndjson([importV1Call(bank, { status: 400 }), importV2Call(v2Bank)]),
      'broken.ndjson': ndjson([importV1Call(bank), 'GARBAGE', importV2Call(v2Bank)]),
    },
    calls: {
      '--recorded seed-a.ndjson seed-b.ndjson': 2,
      '--recorded refused.ndjson': 2,
      '--recorded broken.ndjson': 2,
    },
    codes: { '--recorded refused.ndjson --json': 2 },
  },
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
      const files = { 'a.ndjson': ndjson(calls.map((call) => writeJson(call))) };
      const { stdout } = await callVerb(compareCommand(), ['--recorded', 'a.ndjson', '--json'], files);
      const { verdict, pairs, unpaired } = JSON.parse(stdout);
      expect([verdict, pairs.length, unpaired]).toEqual(['equivalent', bodies.length, []]);
    }),
    { numRuns: 30 },
  );
});
