/** `migrate` and `compare` with requests that hold canaries. */

import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  paymentV2Call,
  submitV1Call,
} from '../recorded-calls.ts';
import { canaries as it } from './canaries.ts';
import { importV1, importV2, paymentV1, paymentV2 } from './canary-records.ts';
import { NO_JSON, NO_JSON_PARSER, type Situation, situation } from './situation.ts';

const payments = { 'v1.json': paymentV1, 'v2.json': paymentV2 };
const otherV2 = {
  ...paymentV2,
  extra: it.name,
  orders: paymentV2.orders.map((order) => ({ ...order, recipient: { name: it.purpose }, purpose: it.name })),
};
const strangePayment = {
  ...paymentV1,
  iban: { value: it.iban },
  executionDate: 'tomorrow',
  moneyTransfers: [
    { amount: it.iban, purpose: [it.purpose], counterpartAddress: it.street, note: it.purpose },
  ],
};
const strangeImport = { ...importV1, name: [it.name], accountTypes: ['Canary'] };
const otherImport = { ...importV2, bankConnectionName: it.name };
const toStdout = { answer: 'stdout' } as const;
const sabotage = NO_JSON_PARSER;

const recorded = (payment: object) => ({
  'r.ndjson': ndjson([
    ...[importV1Call(strangeImport), createV1Call(paymentV1, 1), submitV1Call(1), importV1Call(importV1)],
    ...[paymentV2Call(payment), importV2Call(otherImport), NO_JSON],
  ]),
});

export const requestSituations: readonly Situation[] = [
  situation('migrate', 'a payment', 'v1.json --currency EUR', 0, payments, toStdout),
  situation('migrate', 'an import', 'v1.json', 0, { 'v1.json': importV1 }, toStdout),
  situation('migrate', 'no currency', 'v1.json', 1, payments),
  situation(
    'migrate',
    'values of the wrong kind and unknown fields',
    'v1.json --currency EUR --operation payment',
    1,
    { 'v1.json': strangePayment },
  ),
  situation('migrate', 'an unknown account type', 'v1.json', 1, { 'v1.json': strangeImport }),
  situation('migrate', 'no JSON', 'v1.json', 2, { 'v1.json': NO_JSON }),
  situation('migrate', 'it breaks off', 'v1.json', 70, payments, { sabotage }),
  situation('compare', 'equivalent', 'v1.json v2.json', 0, payments),
  ...['', ' --json', ' --markdown'].map((format) =>
    situation('compare', `not equivalent${format}`, `v1.json v2.json${format}`, 1, {
      ...payments,
      'v2.json': otherV2,
    }),
  ),
  situation('compare', 'an import', 'v1.json v2.json', 1, { 'v1.json': importV1, 'v2.json': otherImport }),
  situation('compare', 'no JSON', 'v1.json v2.json', 2, { ...payments, 'v2.json': NO_JSON }),
  situation('migrate', 'a recording', 'r.ndjson --currency EUR', 1, recorded(paymentV2), toStdout),
  ...['', ' --json', ' --markdown'].map((format) =>
    situation('compare', `a recording${format}`, `--recorded r.ndjson${format}`, 1, recorded(otherV2)),
  ),
  situation('compare', 'it breaks off', 'v1.json v2.json', 70, payments, { sabotage }),
];
