// A V2 request is compared field by field with the V1 request it replaces, and each failing field names its clause.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { type Comparison, compareImport, comparePayment } from './compare-requests.ts';

const EUR = { currency: 'EUR' };

/** `from → to verdict: message`, as the verb prints them. */
function lines({ fields }: Comparison): string[] {
  return fields.map(
    ({ from, to, verdict, message }) => `${from} → ${to} ${verdict}${message && `: ${message}`}`,
  );
}

type Compared = readonly [says: string, v1: object, v2: object, finds: readonly string[], decided?: object];

const bank = '/bankId → /bank/id moved';
const number = (value: string) => new LosslessNumber(value);
const amount = (value: unknown) => ({ moneyTransfers: [{ amount: value }] });
const money = (value: unknown, currency?: unknown) => ({
  orders: [{ amount: currency === undefined ? { value } : { value, currency } }],
});
const purposes = (...purposes: string[]) => purposes.map((purpose) => ({ purpose }));
const ofAmount = (is: string) => `/moneyTransfers/0/amount → /orders/0/amount/value ${is}`;
const ofCurrency = (is: string) => `null → /orders/0/amount/currency ${is}`;
const kept = '/moneyTransfers/0/purpose → /orders/0/purpose moved';
const noCurrency = ofCurrency('lost: is missing; V1 never carried it, so it is to be decided');

const equivalentImports: readonly Compared[] = [
  [
    'fields in any order of their names',
    { bankId: 1, loadOwnerData: true },
    { loadOwnerData: true, bank: { id: 1 } },
    [bank, '/loadOwnerData → /loadOwnerData kept'],
  ],
  [
    'account types in another order',
    { accountTypes: ['Checking', 'CreditCard'] },
    { accountTypes: ['CREDIT_CARD', 'CHECKING'] },
    ['/accountTypes/0 → /accountTypes/1 recoded', '/accountTypes/1 → /accountTypes/0 recoded'],
  ],
];

const differentImports: readonly Compared[] = [
  [
    'another value in V2',
    { maxDaysForDownload: 60 },
    { maxDaysForDownload: 30 },
    ['/maxDaysForDownload → /maxDaysForDownload wrong-value: is 30, not 60'],
  ],
  [
    'a field that V1 did not send',
    { bankId: 1 },
    { bank: { id: 1 }, loadOwnerData: false },
    [bank, 'null → /loadOwnerData unexpected: is false, which V1 did not ask for'],
  ],
  [
    'a V1 name that was not changed',
    { bankId: 1 },
    { bankId: 1, bank: {} },
    [
      '/bankId → /bank/id lost: is missing',
      'null → /bankId unexpected: is a number, which V1 did not ask for',
    ],
  ],
  [
    'unknown account types, one of them only upper-cased',
    { accountTypes: ['Loan', 'Checking', 'CreditCard'] },
    { accountTypes: ['Checking', 'CHECKING', 'CREDITCARD'] },
    [
      '/accountTypes/0 → /accountTypes/0 wrong-value: is "Checking", not "LOAN"',
      '/accountTypes/1 → /accountTypes/1 recoded',
      '/accountTypes/2 → /accountTypes/2 wrong-value: is "CREDITCARD", not "CREDIT_CARD"',
    ],
  ],
  [
    'a value that V2 only inherits and so does not send',
    { maxDaysForDownload: 60 },
    Object.create({ maxDaysForDownload: 60 }) as object,
    ['/maxDaysForDownload → /maxDaysForDownload lost: is missing'],
  ],
  [
    'an account type too few',
    { accountTypes: ['Checking', 'Loan'] },
    { accountTypes: ['LOAN'] },
    ['/accountTypes/0 → /accountTypes/1 lost: is missing', '/accountTypes/1 → /accountTypes/0 recoded'],
  ],
  [
    'an account type too many',
    { accountTypes: ['Checking'] },
    { accountTypes: ['CHECKING', 'LOAN'] },
    [
      '/accountTypes/0 → /accountTypes/0 recoded',
      'null → /accountTypes/1 unexpected: is text, which V1 did not ask for',
    ],
  ],
  [
    'more interfaces than V1 named',
    { interface: 'XS2A' },
    { allowedInterfaces: ['WEB_SCRAPER', 'XS2A'] },
    [
      '/interface → /allowedInterfaces/1 wrapped',
      'null → /allowedInterfaces/0 unexpected: is text, which V1 did not ask for',
    ],
  ],
  [
    'another interface',
    { interface: 'XS2A' },
    { allowedInterfaces: ['FINTS_SERVER'] },
    ['/interface → /allowedInterfaces/0 wrong-value: is "FINTS_SERVER", not "XS2A"'],
  ],
  [
    'an interface that is no list',
    { interface: 'XS2A' },
    { allowedInterfaces: 'XS2A' },
    ['/interface → /allowedInterfaces wrong-value: is text, not a list'],
  ],
  [
    'a field that no documentation names on either side',
    { color: 'red' },
    { color: 'red' },
    [
      '/color → null lost: no documented field receives it',
      'null → /color unexpected: is text, which V1 did not ask for',
    ],
  ],
  [
    'a number as text, in V2 alone',
    { bankId: 1 },
    { bank: { id: '1' } },
    ['/bankId → /bank/id wrong-value: is text, not a number'],
  ],
  [
    'a word that no code table has',
    { accountTypes: ['Giro'] },
    { accountTypes: ['GIRO'] },
    [
      '/accountTypes/0 → /accountTypes/0 wrong-value: in V1 is "Giro", which account-types.csv does not list (Checking, Savings, CreditCard, Security, Loan, Membership, Bausparen)',
    ],
  ],
  [
    'an empty list that is missing in V2',
    { accountTypes: [] },
    {},
    ['/accountTypes → /accountTypes lost: is missing'],
  ],
  [
    'an empty list that is filled in V2',
    { accountTypes: [] },
    { accountTypes: ['LOAN'] },
    ['/accountTypes → /accountTypes wrong-value: is a list of 1, not an empty list'],
  ],
];

const equivalentPayments: readonly Compared[] = [
  [
    'an amount that is the same decimal',
    amount(number('12.50')),
    money(12.5, 'EUR'),
    [ofAmount('wrapped'), ofCurrency('to-confirm: is "EUR", which V1 never carried')],
  ],
  [
    'an IBAN in groups of four',
    { iban: 'DE89370400440532013000' },
    { sender: { iban: 'DE89 3704 0044 0532 0130 00' } },
    ['/iban → /sender/iban moved'],
  ],
  [
    'the currency that was decided',
    amount(1),
    money(1, 'EUR'),
    [ofAmount('wrapped'), ofCurrency('added: is "EUR", as decided')],
    EUR,
  ],
];

const differentPayments: readonly Compared[] = [
  [
    'another currency than the one decided',
    amount(1),
    money(1, 'CHF'),
    [ofAmount('wrapped'), ofCurrency('wrong-value: is "CHF", not "EUR" as decided')],
    EUR,
  ],
  [
    'a currency in small letters',
    amount(1),
    money(1, 'eur'),
    [ofAmount('wrapped'), ofCurrency('wrong-value: is "eur", not three capitals')],
  ],
  [
    'two currencies',
    { moneyTransfers: [{ amount: 1 }, { amount: 2 }] },
    { orders: [{ amount: { value: 1, currency: 'EUR' } }, { amount: { value: 2, currency: 'CHF' } }] },
    [
      ofAmount('wrapped'),
      ofCurrency('to-confirm: is "EUR", which V1 never carried'),
      '/moneyTransfers/1/amount → /orders/1/amount/value wrapped',
      'null → /orders/1/amount/currency wrong-value: is "CHF", and the amounts before it are in "EUR"',
    ],
  ],
  [
    'another IBAN',
    { iban: 'DE89370400440532013000' },
    { sender: { iban: 'DE89 3704 0044 0532 0130 01' } },
    ['/iban → /sender/iban wrong-value: is text of 27 characters, not text of 22 characters'],
  ],
  ['a missing currency', amount(1), money(1), [ofAmount('wrapped'), noCurrency], EUR],
  [
    'an amount as text',
    amount(12.5),
    money('12.5', 'EUR'),
    [ofAmount('wrong-value: is text, not a number'), ofCurrency('added: is "EUR", as decided')],
    EUR,
  ],
  [
    'an amount that is a bare number',
    amount(12.5),
    { orders: [{ amount: 12.5 }] },
    ['/moneyTransfers/0/amount → /orders/0/amount wrong-value: is a number, not an object', noCurrency],
  ],
  [
    'an amount that a binary float would call the same',
    amount(number('100000000000000000.01')),
    money(number('100000000000000000.02'), 'EUR'),
    [ofAmount('wrong-value: is another number with 2 decimals'), ofCurrency('added: is "EUR", as decided')],
    EUR,
  ],
  [
    'two orders that changed places',
    { moneyTransfers: purposes('first', 'second') },
    { orders: purposes('second', 'first') },
    [
      '/moneyTransfers/0/purpose → /orders/0/purpose wrong-value: is text of 6 characters, not text of 5 characters',
      '/moneyTransfers/1/purpose → /orders/1/purpose wrong-value: is text of 5 characters, not text of 6 characters',
    ],
  ],
  [
    'two remittance lines that changed places',
    { moneyTransfers: [{ structuredRemittanceInformation: ['RF1', 'RF2'] }] },
    { orders: [{ structuredRemittanceInformation: ['RF2', 'RF1'] }] },
    [0, 1].map(
      (line) =>
        `/moneyTransfers/0/structuredRemittanceInformation/${line} → /orders/0/structuredRemittanceInformation/${line} ` +
        'wrong-value: is another text of 3 characters',
    ),
  ],
  [
    'an order too many',
    { moneyTransfers: purposes('first') },
    { orders: purposes('first', 'second') },
    [kept, 'null → /orders/1 unexpected: is an object, which V1 did not ask for'],
  ],
  [
    'an order too few',
    { moneyTransfers: purposes('first', 'second') },
    { orders: purposes('first') },
    [kept, '/moneyTransfers/1/purpose → /orders/1/purpose lost: is missing'],
  ],
];

for (const [compare, verdict, rows] of [
  [compareImport, 'equivalent', equivalentImports],
  [compareImport, 'not-equivalent', differentImports],
  [comparePayment, 'equivalent', equivalentPayments],
  [comparePayment, 'not-equivalent', differentPayments],
] as const) {
  for (const [says, v1, v2, finds, decided] of rows)
    test(`${compare.name}: ${says} is ${verdict}`, () => {
      const result = compare(v1, v2, decided as undefined);
      expect(lines(result)).toEqual(finds);
      expect(result.verdict).toBe(verdict);
    });
}

test('each failing field names the clause of its row, and one that V1 did not ask for that of its own', () => {
  const { fields } = compareImport(
    { bankId: 1, name: 'n', loadOwnerData: true, colour: 'red' },
    { name: 'n', loadOwnerData: true, allowedInterfaces: ['XS2A'], theme: 'dark' },
  );
  expect(fields.map(({ from, to, clause }) => `${from ?? to} ${clause}`)).toEqual([
    '/bankId MIGRATION-BANK-ID',
    '/name MIGRATION-NAME',
    '/loadOwnerData undefined',
    '/colour undefined',
    '/name MIGRATION-NAME',
    '/allowedInterfaces MIGRATION-INTERFACE',
    '/theme undefined',
  ]);
});
