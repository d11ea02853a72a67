// A V2 payment is compared field by field with the V1 payment it replaces.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { type Comparison, comparePayment } from './compare-requests.ts';

const EUR = { currency: 'EUR' };

/** `from → to verdict: message`, as the verb prints them. */
function lines({ fields }: Comparison): string[] {
  return fields.map(
    ({ from, to, verdict, message }) => `${from} → ${to} ${verdict}${message && `: ${message}`}`,
  );
}

const amount = (value: unknown) => ({ moneyTransfers: [{ amount: value }] });
const money = (value: unknown, currency?: unknown) => ({
  orders: [{ amount: currency === undefined ? { value } : { value, currency } }],
});

const paymentCases: readonly {
  says: string;
  v1: object;
  v2: object;
  decided?: object;
  finds: readonly string[];
  equivalent: boolean;
}[] = [
  {
    says: 'an amount that is the same decimal',
    v1: amount(new LosslessNumber('12.50')),
    v2: money(12.5, 'EUR'),
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value renamed',
      'null → /orders/0/amount/currency needs-decision: is "EUR", which V1 never carried',
    ],
    equivalent: true,
  },
  {
    says: 'the currency that was decided',
    v1: amount(1),
    v2: money(1, 'EUR'),
    decided: EUR,
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value renamed',
      'null → /orders/0/amount/currency same: is "EUR", as decided',
    ],
    equivalent: true,
  },
  {
    says: 'another currency than the one decided',
    v1: amount(1),
    v2: money(1, 'CHF'),
    decided: EUR,
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value renamed',
      'null → /orders/0/amount/currency wrong-value: is "CHF", not "EUR" as decided',
    ],
    equivalent: false,
  },
  {
    says: 'a currency in small letters',
    v1: amount(1),
    v2: money(1, 'eur'),
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value renamed',
      'null → /orders/0/amount/currency wrong-value: is "eur", not three capitals',
    ],
    equivalent: false,
  },
  {
    says: 'a missing currency',
    v1: amount(1),
    v2: money(1),
    decided: EUR,
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value renamed',
      'null → /orders/0/amount/currency lost: is missing; V1 never carried it, so it is to be decided',
    ],
    equivalent: false,
  },
  {
    says: 'an amount as text',
    v1: amount(12.5),
    v2: money('12.5', 'EUR'),
    decided: EUR,
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value wrong-value: is text, not a number',
      'null → /orders/0/amount/currency same: is "EUR", as decided',
    ],
    equivalent: false,
  },
  {
    says: 'an amount that is a bare number',
    v1: amount(12.5),
    v2: { orders: [{ amount: 12.5 }] },
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount wrong-value: is a number, not an object',
      'null → /orders/0/amount/currency lost: is missing; V1 never carried it, so it is to be decided',
    ],
    equivalent: false,
  },
  {
    says: 'an amount that a binary float would call the same',
    v1: amount(new LosslessNumber('100000000000000000.01')),
    v2: money(new LosslessNumber('100000000000000000.02'), 'EUR'),
    decided: EUR,
    finds: [
      '/moneyTransfers/0/amount → /orders/0/amount/value wrong-value: is another number with 2 decimals',
      'null → /orders/0/amount/currency same: is "EUR", as decided',
    ],
    equivalent: false,
  },
  {
    says: 'two orders that changed places',
    v1: { moneyTransfers: [{ purpose: 'first' }, { purpose: 'second' }] },
    v2: { orders: [{ purpose: 'second' }, { purpose: 'first' }] },
    finds: [
      '/moneyTransfers/0/purpose → /orders/0/purpose wrong-value: is text of 6 characters, not text of 5 characters',
      '/moneyTransfers/1/purpose → /orders/1/purpose wrong-value: is text of 5 characters, not text of 6 characters',
    ],
    equivalent: false,
  },
  {
    says: 'two remittance lines that changed places',
    v1: { moneyTransfers: [{ structuredRemittanceInformation: ['RF1', 'RF2'] }] },
    v2: { orders: [{ structuredRemittanceInformation: ['RF2', 'RF1'] }] },
    finds: [0, 1].map(
      (line) =>
        `/moneyTransfers/0/structuredRemittanceInformation/${line} → /orders/0/structuredRemittanceInformation/${line} ` +
        'wrong-value: is another text of 3 characters',
    ),
    equivalent: false,
  },
  {
    says: 'an order too many',
    v1: { moneyTransfers: [{ purpose: 'first' }] },
    v2: { orders: [{ purpose: 'first' }, { purpose: 'second' }] },
    finds: [
      '/moneyTransfers/0/purpose → /orders/0/purpose same',
      'null → /orders/1 unexpected: is an object, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'an order too few',
    v1: { moneyTransfers: [{ purpose: 'first' }, { purpose: 'second' }] },
    v2: { orders: [{ purpose: 'first' }] },
    finds: [
      '/moneyTransfers/0/purpose → /orders/0/purpose same',
      '/moneyTransfers/1/purpose → /orders/1/purpose lost: is missing',
    ],
    equivalent: false,
  },
];

for (const { says, v1, v2, decided, finds, equivalent } of paymentCases) {
  test(`${says} makes a payment ${equivalent ? 'equivalent' : 'not equivalent'}`, () => {
    const result = comparePayment(v1, v2, decided);
    expect(lines(result)).toEqual(finds);
    expect(result.verdict).toBe(equivalent ? 'equivalent' : 'not-equivalent');
  });
}
