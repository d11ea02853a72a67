// The verb `migrate`: what it makes of request bodies and of recordings, what it says of them, and how it ends.
import { gzipSync } from 'node:zlib';
import {
  createV1Call,
  importV1Call,
  importV2Call,
  ndjson,
  notTaken,
  submitV1Call,
} from '../../test-support/recorded-calls.ts';
import { screens } from '../../test-support/screens.ts';
import { migrateCommand } from './migrate.ts';

const payment = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 1 }, { amount: 2 }] };
const submit = { paymentId: 4711, interface: 'XS2A' };
const bank = { bankId: 1, accountTypes: ['CreditCard'] };
const bodiless = importV1Call(bank);
const { request, response } = bodiless;
const entry = {
  startedDateTime: '2026-11-22T10:00:00.000Z',
  request: { ...request, headers: [], postData: { text: JSON.stringify(request.body) } },
  response: { ...response, headers: [], content: {} },
};

screens(migrateCommand, {
  'one request': {
    files: {
      'import.json': { bankId: 280001, name: 'My bank', interface: 'XS2A', accountTypes: ['CreditCard'] },
      'payment.json': payment,
    },
    calls: {
      'import.json': 0,
      'payment.json --currency EUR': 0,
      'payment.json': 1,
      'payment.json --currency eur': 64,
    },
    codes: { 'payment.json --curency EUR': 64 },
  },
  'a list of requests': {
    files: { 'v1.json': [bank, payment], 'submit.json': [payment, submit] },
    calls: { 'v1.json --currency CHF': 0, 'submit.json --currency CHF': 2 },
  },
  'numbers digit for digit': {
    files: {
      'v1.json': '{"moneyTransfers":[{"amount":-123456789012345678901234567890.10},{"amount":1e2}]}',
      'a.ndjson': ndjson([createV1Call(payment, 7)]).replace(
        '"amount":1',
        '"amount":12345678901234567890.50',
      ),
    },
    calls: { 'v1.json --currency EUR': 0, 'a.ndjson --currency EUR': 0 },
  },
  nulls: {
    files: {
      'v1.json': { bankId: 1, name: null },
      'a.ndjson': ndjson([
        createV1Call({ ...payment, executionDate: null }, 7),
        submitV1Call(7, {}, { redirectUrl: null }),
      ]),
      'lost.json': { moneyTransfers: [null, { amount: null, counterpartName: 'Ada' }] },
      'twice.json': {
        moneyTransfers: [
          { amount: 1, counterpartIban: null },
          { amount: 1, counterpartIban: null, counterpartName: 'Ada' },
        ],
      },
      'none.json': { moneyTransfers: null },
      'types.json': { accountTypes: [null, 'Loan'] },
      'nothing.json': { iban: null },
      'empty.json': { moneyTransfers: [{}] },
      'drop.yaml':
        'currency: EUR\ndrop:\n- moneyTransfers: [null]\n- moneyTransfers[].amount: [null]\n- accountTypes: [null]\n',
    },
    calls: {
      'v1.json': 0,
      'a.ndjson --currency EUR --drop interface': 0,
      'lost.json --currency EUR': 1,
      'lost.json --decisions drop.yaml': 0,
      'twice.json --currency EUR': 1,
      'none.json': 1,
      'types.json': 1,
      'types.json --decisions drop.yaml': 0,
      'nothing.json': 0,
      'empty.json': 0,
    },
    codes: { 'none.json --decisions drop.yaml': 0 },
  },
  'what cannot be carried': {
    files: {
      'v1.json': { executionDate: '2026-02-30', colour: 'red', moneyTransfers: [{ amount: '1' }] },
      'word.json': { accountTypes: ['Giro'] },
    },
    calls: { 'v1.json --currency EUR': 1, 'word.json': 1 },
  },
  'undocumented fields': {
    files: {
      'v1.json': { bankId: 1, colour: 'red' },
      'a.ndjson': ndjson([importV1Call({ ...bank, note: 'a' }), importV1Call(bank)]),
    },
    calls: {
      'v1.json --drop /color': 64,
      'v1.json --drop /colour bankId': 0,
      'a.ndjson --drop /note /nota': 0,
    },
    codes: { 'v1.json --drop /colour': 0, 'a.ndjson --drop /note': 0 },
  },
  'which request it is': {
    files: {
      'submit.json': submit,
      'v2.json': { bank: { id: 1 } },
      'other.json': { hello: 'world' },
      'interface.json': { interface: 'XS2A' },
      'two.json': { bankId: 1, iban: payment.iban },
      'empty.json': {},
    },
    calls: {
      'submit.json': 1,
      'v2.json': 2,
      'other.json': 2,
      'interface.json': 0,
      'two.json': 2,
      'empty.json': 2,
    },
  },
  'files that hold no request': {
    files: {
      'array.json': [],
      'numbers.json': [1],
      'text.json': '"x"',
      'twice.json': '{"bankId": 1, "bankId": 2}',
      'latin.json': Buffer.from('{"name": "K\u00f6ln"}', 'latin1'),
      'half.json': '{"bankId": 1',
      'calls.saz': 'PK\u0003\u0004\u0000',
    },
    calls: {
      'numbers.json': 2,
      'text.json': 2,
      'latin.json': 2,
      'half.json': 2,
      'calls.saz': 2,
      '.': 2,
      '/dev/zero': 2,
    },
    codes: { 'array.json': 2, 'twice.json': 2, 'none.json': 2, '': 64 },
  },
  'flows of recordings': {
    files: {
      'a.ndjson': ndjson([
        ...[importV1Call(bank), createV1Call(payment, 7), { request: 1 }, submitV1Call(7)],
        importV2Call({ bank: { id: 1 } }),
      ]),
      'b.har': { log: { entries: [entry] } },
      'c.ndjson.gz': gzipSync(ndjson([submitV1Call(8)])),
      'd.ndjson': ndjson([createV1Call(payment, 8)]),
      'e.ndjson': ndjson([bank, payment]),
    },
    calls: {
      'a.ndjson --currency EUR --drop interface': 2,
      'a.ndjson --currency EUR': 1,
      'b.har c.ndjson.gz d.ndjson e.ndjson --currency EUR --drop interface': 0,
    },
  },
  'flows that lack a decision': {
    files: {
      'a.ndjson': ndjson([
        ...[importV1Call(bank), createV1Call(payment, 7), importV1Call({ bankId: 2, note: 'x' })],
        submitV1Call(8),
      ]),
      'many.ndjson': ndjson(Array.from({ length: 22 }, (_, id) => createV1Call(payment, id))),
    },
    calls: { 'a.ndjson': 1, 'many.ndjson': 1 },
  },
  'recordings without a flow': {
    files: {
      'refused.ndjson': ndjson([
        importV1Call(bank, { status: 400 }),
        createV1Call(payment, 1, { status: 401 }),
        { ...bodiless, request: { ...request, body: undefined } },
      ]),
      'other.ndjson': ndjson([
        { request: { method: 'GET', url: 'https://a.example/' }, response: { status: 200 } },
      ]),
    },
    calls: { 'refused.ndjson': 2, 'other.ndjson': 2 },
  },
  'calls without success': {
    files: notTaken,
    calls: { 'refused.ndjson': 2, 'unanswered.ndjson': 0, 'submission.ndjson': 2 },
    codes: { 'redirected.ndjson': 2, 'refused-submission.ndjson': 2, 'number.ndjson': 2, 'text.ndjson': 2 },
  },
});
