// The verb `compare` on request bodies: what it finds, and how it ends.
import { deviationsOf } from '../../test-support/recorded-calls.ts';
import { screens } from '../../test-support/screens.ts';
import { compareCommand } from './compare.ts';

const v1 = { bankId: 1, maxDaysForDownload: 60 };
const v2 = { bank: { id: 1 }, maxDaysForDownload: 60 };
const iban = 'DE89370400440532013000';
const payment = { iban, moneyTransfers: [{ amount: 1 }, { amount: 2 }] };
const paid = (...currencies: string[]) => ({
  sender: { iban },
  orders: currencies.map((currency, index) => ({ amount: { value: index + 1, currency } })),
});
const lost = (from: string | null) => ({ from, to: from, verdict: 'lost', message: 'is missing' });
const earlier = (...fields: object[]) => ({ verdict: 'not-equivalent', fields });
const pairOf = (...fields: object[]) => {
  const source = { file: 'a.ndjson', index: 0 };
  return { verdict: 'not-equivalent', kind: 'import', v1: source, v2: source, fields };
};

screens(compareCommand, {
  'an import': {
    files: { 'v1.json': v1, 'v2.json': v2, 'lost.json': { bank: { id: 1 } }, 'empty.json': {} },
    calls: {
      'v1.json v2.json': 0,
      'v1.json lost.json --json': 1,
    },
    codes: {
      'v1.json v2.json --json': 0,
      'v1.json lost.json': 1,
      'v1.json empty.json': 1,
    },
  },
  nulls: {
    files: { 'v1.json': { ...v1, name: null }, 'v2.json': { ...v2, bankConnectionName: null } },
    calls: { 'v1.json v2.json': 0 },
  },
  'nulls in place of content': {
    files: {
      'none.json': { moneyTransfers: null },
      'iban.json': { iban: null },
      'empty.json': { sender: null },
      'drop.yaml': 'drop: [{ moneyTransfers: [null] }]',
    },
    calls: {
      'none.json empty.json': 1,
      'none.json empty.json --decisions drop.yaml': 0,
      'iban.json empty.json': 0,
    },
  },
  'an undocumented field': {
    files: { 'v1.json': { ...v1, colour: 'red' }, 'v2.json': v2, 'more.json': { ...v2, extra: {} } },
    calls: {
      'v1.json v2.json --drop /colour /color bankId': 0,
    },
    codes: {
      'v1.json v2.json': 1,
      'v1.json v2.json --drop /colour': 0,
      'v1.json more.json --drop /colour': 1,
    },
  },
  'digits of amounts': {
    files: {
      'v1.json': '{"moneyTransfers":[{"amount":12345678901234567890.10}]}',
      'same.json': '{"orders":[{"amount":{"value":12345678901234567890.1,"currency":"EUR"}}]}',
      'other.json': '{"orders":[{"amount":{"value":12345678901234567890.2,"currency":"EUR"}}]}',
    },
    calls: { 'v1.json same.json': 0, 'v1.json other.json': 1 },
  },
  currencies: {
    files: { 'v1.json': payment, 'v2.json': paid('EUR', 'EUR'), 'two.json': paid('EUR', 'CHF') },
    calls: {
      'v1.json v2.json --currency CHF': 1,
      'v1.json two.json': 1,
    },
    codes: { 'v1.json v2.json': 0, 'v1.json v2.json --currency EUR': 0 },
  },
  'what is known': {
    files: {
      'v1.json': { ...v1, loadOwnerData: true },
      'v2.json': { ...v2, loadOwnerData: true },
      'days.json': { bank: { id: 1 }, loadOwnerData: true },
      'owner.json': { bank: { id: 1 } },
      'more.json': { bank: { id: 1 }, loadOwnerData: true, extra: 1 },
      'listed.yaml': deviationsOf('2126-12-31', 'MIGRATION-SAME-NAME'),
      'ended.yaml': deviationsOf('2001-12-31', 'MIGRATION-SAME-NAME'),
      'stale.yaml': deviationsOf('2126-12-31', 'MIGRATION-BANK-ID'),
      'other.yaml': deviationsOf('2126-12-31', 'USER-RESPONSE-ID'),
      'days-lost.json': earlier(lost('/maxDaysForDownload')),
      'admitted.json': earlier({ ...lost('/maxDaysForDownload'), verdict: 'admitted' }),
      'extra.json': earlier(lost('/maxDaysForDownload'), {
        ...lost(null),
        to: '/extra',
        verdict: 'unexpected',
      }),
      'kept.json': earlier({ ...lost('/maxDaysForDownload'), verdict: 'kept' }),
      'pairs.json': { verdict: 'not-equivalent', unpaired: [], pairs: [pairOf(lost('/maxDaysForDownload'))] },
    },
    calls: {
      'v1.json days.json --target listed.yaml': 0,
      'v1.json days.json --target ended.yaml': 1,
      'v1.json v2.json --target stale.yaml': 1,
      'v1.json v2.json --since v1.json': 2,
    },
    codes: {
      'v1.json days.json --target listed.yaml --json': 0,
      'v1.json days.json --target other.yaml': 1,
      'v1.json days.json --target stale.yaml': 1,
      'v1.json v2.json --target other.yaml': 0,
      'v1.json days.json --since days-lost.json --new': 0,
      'v1.json days.json --since days-lost.json': 1,
      'v1.json days.json --since admitted.json --new': 0,
      'v1.json days.json --since pairs.json --new': 0,
      'v1.json days.json --since kept.json --new': 1,
      'v1.json owner.json --since days-lost.json --new': 1,
      'v1.json more.json --since days-lost.json --new': 1,
      'v1.json more.json --since extra.json --new': 0,
      'v1.json v2.json --new': 64,
      'v1.json v2.json --target v1.json': 2,
    },
  },
  'what cannot be compared': {
    files: {
      'v1.json': v1,
      'v2.json': v2,
      'other.json': { a: 1 },
      'empty.json': {},
      'list.json': [v1],
      'calls.ndjson': '{"request": {}}\n{"request": {}}\n',
      'payment.json': { sender: {} },
      'submit.json': { paymentId: 4711 },
    },
    calls: {
      'list.json v2.json': 2,
      'v1.json calls.ndjson': 2,
      'v2.json v1.json': 2,
      'submit.json payment.json': 2,
      'v1.json other.json': 2,
      'empty.json empty.json': 2,
    },
    codes: { 'v1.json v1.json': 2, 'v2.json v2.json': 2, 'v1.json payment.json': 2, 'other.json v2.json': 2 },
  },
  'wrong usage': {
    calls: { 'a.json': 64 },
    codes: { 'a b c': 64, 'a b --currency euro': 64 },
  },
});
