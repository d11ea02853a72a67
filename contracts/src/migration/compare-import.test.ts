// A V2 import is compared field by field with the V1 import it replaces.
import { expect, test } from 'vitest';
import { type Comparison, compareImport } from './compare-requests.ts';

/** `from → to verdict: message`, as the verb prints them. */
function lines({ fields }: Comparison): string[] {
  return fields.map(
    ({ from, to, verdict, message }) => `${from} → ${to} ${verdict}${message && `: ${message}`}`,
  );
}

const importCases: readonly {
  says: string;
  v1: object;
  v2: object;
  finds: readonly string[];
  equivalent: boolean;
}[] = [
  {
    says: 'fields in any order of their names',
    v1: { bankId: 1, loadOwnerData: true },
    v2: { loadOwnerData: true, bank: { id: 1 } },
    finds: ['/bankId → /bank/id renamed', '/loadOwnerData → /loadOwnerData same'],
    equivalent: true,
  },
  {
    says: 'a field that is missing in V2',
    v1: { bankId: 1, maxDaysForDownload: 60 },
    v2: { bank: { id: 1 } },
    finds: ['/bankId → /bank/id renamed', '/maxDaysForDownload → /maxDaysForDownload lost: is missing'],
    equivalent: false,
  },
  {
    says: 'another value in V2',
    v1: { maxDaysForDownload: 60 },
    v2: { maxDaysForDownload: 30 },
    finds: ['/maxDaysForDownload → /maxDaysForDownload wrong-value: is 30, not 60'],
    equivalent: false,
  },
  {
    says: 'a field that V1 did not send',
    v1: { bankId: 1 },
    v2: { bank: { id: 1 }, loadOwnerData: false },
    finds: [
      '/bankId → /bank/id renamed',
      'null → /loadOwnerData unexpected: is false, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'a V1 name that was not changed',
    v1: { bankId: 1 },
    v2: { bankId: 1, bank: {} },
    finds: [
      '/bankId → /bank/id lost: is missing',
      'null → /bankId unexpected: is a number, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'account types in another order',
    v1: { accountTypes: ['Checking', 'CreditCard'] },
    v2: { accountTypes: ['CREDIT_CARD', 'CHECKING'] },
    finds: ['/accountTypes/0 → /accountTypes/1 recoded', '/accountTypes/1 → /accountTypes/0 recoded'],
    equivalent: true,
  },
  {
    says: 'an account type that was only upper-cased',
    v1: { accountTypes: ['Checking', 'CreditCard'] },
    v2: { accountTypes: ['CREDITCARD', 'CHECKING'] },
    finds: [
      '/accountTypes/0 → /accountTypes/1 recoded',
      '/accountTypes/1 → /accountTypes/0 wrong-value: is "CREDITCARD", not "CREDIT_CARD"',
    ],
    equivalent: false,
  },
  {
    says: 'two unknown account types',
    v1: { accountTypes: ['Loan', 'Checking', 'Savings'] },
    v2: { accountTypes: ['Checking', 'CHECKING', 'Loan'] },
    finds: [
      '/accountTypes/0 → /accountTypes/0 wrong-value: is "Checking", not "LOAN"',
      '/accountTypes/1 → /accountTypes/1 recoded',
      '/accountTypes/2 → /accountTypes/2 wrong-value: is "Loan", not "SAVINGS"',
    ],
    equivalent: false,
  },
  {
    says: 'a value that V2 only inherits and so does not send',
    v1: { maxDaysForDownload: 60 },
    v2: Object.create({ maxDaysForDownload: 60 }) as object,
    finds: ['/maxDaysForDownload → /maxDaysForDownload lost: is missing'],
    equivalent: false,
  },
  {
    says: 'an account type too few',
    v1: { accountTypes: ['Checking', 'Loan'] },
    v2: { accountTypes: ['LOAN'] },
    finds: [
      '/accountTypes/0 → /accountTypes/1 lost: is missing',
      '/accountTypes/1 → /accountTypes/0 recoded',
    ],
    equivalent: false,
  },
  {
    says: 'an account type too many',
    v1: { accountTypes: ['Checking'] },
    v2: { accountTypes: ['CHECKING', 'LOAN'] },
    finds: [
      '/accountTypes/0 → /accountTypes/0 recoded',
      'null → /accountTypes/1 unexpected: is text, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'more interfaces than V1 named',
    v1: { interface: 'XS2A' },
    v2: { allowedInterfaces: ['WEB_SCRAPER', 'XS2A'] },
    finds: [
      '/interface → /allowedInterfaces/1 renamed',
      'null → /allowedInterfaces/0 unexpected: is text, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'another interface',
    v1: { interface: 'XS2A' },
    v2: { allowedInterfaces: ['FINTS_SERVER'] },
    finds: ['/interface → /allowedInterfaces/0 wrong-value: is "FINTS_SERVER", not "XS2A"'],
    equivalent: false,
  },
  {
    says: 'an interface that is no list',
    v1: { interface: 'XS2A' },
    v2: { allowedInterfaces: 'XS2A' },
    finds: ['/interface → /allowedInterfaces wrong-value: is text, not a list'],
    equivalent: false,
  },
  {
    says: 'a field that no documentation names on either side',
    v1: { color: 'red' },
    v2: { color: 'red' },
    finds: [
      '/color → null lost: no documented field receives it',
      'null → /color unexpected: is text, which V1 did not ask for',
    ],
    equivalent: false,
  },
  {
    says: 'a number as text, on both sides',
    v1: { bankId: '1' },
    v2: { bank: { id: '1' } },
    finds: ['/bankId → /bank/id wrong-value: in V1 is text, not a number'],
    equivalent: false,
  },
  {
    says: 'an empty list that is missing in V2',
    v1: { accountTypes: [] },
    v2: {},
    finds: ['/accountTypes → /accountTypes lost: is missing'],
    equivalent: false,
  },
  {
    says: 'an empty list that is filled in V2',
    v1: { accountTypes: [] },
    v2: { accountTypes: ['LOAN'] },
    finds: ['/accountTypes → /accountTypes wrong-value: is a list of 1, not an empty list'],
    equivalent: false,
  },
];

for (const { says, v1, v2, finds, equivalent } of importCases) {
  test(`${says} makes an import ${equivalent ? 'equivalent' : 'not equivalent'}`, () => {
    const result = compareImport(v1, v2);
    expect(lines(result)).toEqual(finds);
    expect(result.verdict).toBe(equivalent ? 'equivalent' : 'not-equivalent');
  });
}
