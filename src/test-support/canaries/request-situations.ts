/** `migrate` and `compare` with requests that hold canaries. */
import { canaries as it } from './canaries.ts';
import { importV1, importV2, paymentV1, paymentV2 } from './canary-records.ts';
import { NO_JSON, NO_JSON_PARSER, type Situation } from './situation.ts';

const payments = { 'v1.json': paymentV1, 'v2.json': paymentV2 };
const otherV2 = {
  ...paymentV2,
  extra: it.name,
  orders: paymentV2.orders.map((order) => ({ ...order, recipient: { name: it.purpose }, purpose: it.name })),
};

export const requestSituations: readonly Situation[] = [
  {
    verb: 'migrate',
    when: 'a payment',
    args: ['v1.json', '--currency', 'EUR'],
    files: payments,
    exit: 0,
    answer: 'stdout',
  },
  {
    verb: 'migrate',
    when: 'an import',
    args: ['v1.json'],
    files: { 'v1.json': importV1 },
    exit: 0,
    answer: 'stdout',
  },
  { verb: 'migrate', when: 'no currency', args: ['v1.json'], files: payments, exit: 1 },
  {
    verb: 'migrate',
    when: 'values of the wrong kind and unknown fields',
    args: ['v1.json', '--currency', 'EUR', '--operation', 'payment'],
    files: {
      'v1.json': {
        ...paymentV1,
        iban: { value: it.iban },
        executionDate: 'tomorrow',
        moneyTransfers: [
          { amount: it.iban, purpose: [it.purpose], counterpartAddress: it.street, note: it.purpose },
        ],
      },
    },
    exit: 1,
  },
  {
    verb: 'migrate',
    when: 'an unknown account type',
    args: ['v1.json'],
    files: { 'v1.json': { ...importV1, name: [it.name], accountTypes: ['Canary'] } },
    exit: 1,
  },
  { verb: 'migrate', when: 'no JSON', args: ['v1.json'], files: { 'v1.json': NO_JSON }, exit: 2 },
  {
    verb: 'migrate',
    when: 'it breaks off',
    args: ['v1.json'],
    files: payments,
    exit: 2,
    sabotage: NO_JSON_PARSER,
  },

  { verb: 'compare', when: 'equivalent', args: ['v1.json', 'v2.json'], files: payments, exit: 0 },
  ...[[], ['--json'], ['--markdown']].map(
    (format): Situation => ({
      verb: 'compare',
      when: `not equivalent ${format}`,
      args: ['v1.json', 'v2.json', ...format],
      files: { 'v1.json': paymentV1, 'v2.json': otherV2 },
      exit: 1,
    }),
  ),
  {
    verb: 'compare',
    when: 'an import',
    args: ['v1.json', 'v2.json'],
    files: { 'v1.json': importV1, 'v2.json': { ...importV2, bankConnectionName: it.name } },
    exit: 1,
  },
  {
    verb: 'compare',
    when: 'no JSON',
    args: ['v1.json', 'v2.json'],
    files: { ...payments, 'v2.json': NO_JSON },
    exit: 2,
  },
  {
    verb: 'compare',
    when: 'it breaks off',
    args: ['v1.json', 'v2.json'],
    files: payments,
    exit: 2,
    sabotage: NO_JSON_PARSER,
  },
];
