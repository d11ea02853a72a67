// A V2 request is compared field by field with the V1 request it replaces; what each comparison says is in screens/comparisons.txt.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { comparisonText } from '../../../src/report/comparison-text.ts';
import { compareImport, comparePayment } from './compare-requests.ts';
import { isSameContent } from './content.ts';

const EUR = { currency: 'EUR' };

type Compared = readonly [says: string, v1: object, v2: object, decided?: object];

const number = (value: string) => new LosslessNumber(value);
const amounts = (...values: unknown[]) => ({ moneyTransfers: values.map((amount) => ({ amount })) });
const money = (...values: [value: unknown, currency?: string][]) => ({
  orders: values.map(([value, currency]) => ({ amount: { value, ...(currency && { currency }) } })),
});
const sent = (...purposes: string[]) => ({ moneyTransfers: purposes.map((purpose) => ({ purpose })) });
const orders = (...purposes: string[]) => ({ orders: purposes.map((purpose) => ({ purpose })) });
const types = (...accountTypes: string[]) => ({ accountTypes });
const reference = (...structuredRemittanceInformation: string[]) => [{ structuredRemittanceInformation }];
const iban = 'DE89370400440532013000';
const inherited = Object.create({ maxDaysForDownload: 60 }) as object;

const imports: Readonly<Record<'equivalent' | 'not-equivalent', readonly Compared[]>> = {
  equivalent: [
    ['account types in another order', types('Checking', 'CreditCard'), types('CREDIT_CARD', 'CHECKING')],
  ],
  'not-equivalent': [
    ['null in the place of a value', { bankId: 1, name: 'A' }, { bank: { id: 1 }, bankConnectionName: null }],
    ['another value in V2', { maxDaysForDownload: 60 }, { maxDaysForDownload: 30 }],
    ['a V1 name that was not changed', { bankId: 1 }, { bankId: 1, bank: {} }],
    [
      'unknown account types, one of them only upper-cased',
      types('Loan', 'Checking', 'CreditCard'),
      types('Checking', 'CHECKING', 'CREDITCARD'),
    ],
    ['a value that V2 only inherits and so does not send', { maxDaysForDownload: 60 }, inherited],
    ['an account type too few', types('Checking', 'Loan'), types('LOAN')],
    ['an account type too many', types('Checking'), types('CHECKING', 'LOAN')],
    ['more interfaces than one', { interface: 'XS2A' }, { allowedInterfaces: ['WEB_SCRAPER', 'XS2A'] }],
    ['an interface that is no list', { interface: 'XS2A' }, { allowedInterfaces: 'XS2A' }],
    ['a number as text, in V2 alone', { bankId: 1 }, { bank: { id: '1' } }],
    ['an empty list that is missing in V2', types(), {}],
    ['names that are no markup', { bankId: 1 }, { bank: { id: 1 }, 'x`<b>\n': 'a' }],
  ],
};

const payments: typeof imports = {
  equivalent: [
    ['an amount that is the same decimal', amounts(number('12.50')), money([12.5, 'EUR'])],
    ['an IBAN in groups of four', { iban }, { sender: { iban: 'DE89 3704 0044 0532 0130 00' } }],
    ['the currency that was decided', amounts(1), money([1, 'EUR']), EUR],
  ],
  'not-equivalent': [
    ['a currency in small letters', amounts(1), money([1, 'eur'])],
    ['a missing currency', amounts(1), money([1]), EUR],
    ['an amount that is a bare number', amounts(12.5), { orders: [{ amount: 12.5 }] }, EUR],
    ['two orders that changed places', sent('first', 'second'), orders('second', 'first')],
    [
      'two remittance lines that changed places',
      { moneyTransfers: reference('RF1', 'RF2') },
      { orders: reference('RF2', 'RF1') },
    ],
    ['an order too many', sent('first'), orders('first', 'second')],
    ['an order too few', sent('first', 'second'), orders('first')],
  ],
};

test('a comparison says what becomes of every field, as a table', async () => {
  let screens = '';
  for (const [compare, verdicts] of [[compareImport, imports] as const, [comparePayment, payments] as const])
    for (const [verdict, rows] of Object.entries(verdicts))
      for (const [says, v1, v2, decided] of rows) {
        const result = compare(v1, v2, decided);
        expect(result.verdict, says).toBe(verdict);
        screens += `# ${compare.name}: ${says}\n\n${comparisonText(result)}\n`;
      }
  await expect(screens).toMatchFileSnapshot('screens/comparisons.txt');
});

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

test('what is null in a V2 request is no content of it', () => {
  const body = { sender: { iban: 'DE02' }, orders: [{ amount: { value: 1 } }] };
  const nulls = { executionDate: null, sender: { iban: 'DE02', name: null } };
  expect(isSameContent('payment', '', { ...body, ...nulls }, body)).toBe(true);
});
