// The verb `compare` on request bodies: what it finds, and how it ends.
import { screens } from '../test-support/screens.ts';
import { compareCommand } from './compare.ts';

const v1 = { bankId: 1, maxDaysForDownload: 60 };
const v2 = { bank: { id: 1 }, maxDaysForDownload: 60 };
const iban = 'DE89370400440532013000';
const payment = { iban, moneyTransfers: [{ amount: 1 }, { amount: 2 }] };
const paid = (...currencies: string[]) => ({
  sender: { iban },
  orders: currencies.map((currency, index) => ({ amount: { value: index + 1, currency } })),
});

screens(compareCommand, {
  'an import': {
    files: { 'v1.json': v1, 'v2.json': v2, 'lost.json': { bank: { id: 1 } }, 'empty.json': {} },
    calls: {
      'v1.json v2.json': 0,
      'v1.json v2.json --json': 0,
      'v1.json lost.json': 1,
      'v1.json lost.json --json': 1,
      'v1.json empty.json': 1,
    },
  },
  'an undocumented field': {
    files: { 'v1.json': { ...v1, colour: 'red' }, 'v2.json': v2, 'more.json': { ...v2, extra: {} } },
    calls: {
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
      'v1.json v2.json': 0,
      'v1.json v2.json --currency EUR': 0,
      'v1.json v2.json --currency CHF': 1,
      'v1.json two.json': 1,
    },
  },
  'what cannot be compared': {
    files: {
      'v1.json': v1,
      'v2.json': v2,
      'other.json': { a: 1 },
      'empty.json': {},
      'list.json': [v1],
      'payment.json': { sender: {} },
      'submit.json': { paymentId: 4711 },
    },
    calls: {
      'list.json v2.json': 2,
      'v2.json v1.json': 2,
      'v1.json v1.json': 2,
      'v2.json v2.json': 2,
      'v1.json payment.json': 2,
      'submit.json payment.json': 2,
      'other.json v2.json': 2,
      'v1.json other.json': 2,
      'empty.json empty.json': 2,
    },
  },
  'wrong usage': {
    calls: { 'a.json': 64, 'a b c': 64, 'a b --currency euro': 64 },
  },
});
