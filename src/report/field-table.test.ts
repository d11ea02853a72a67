/** A field table names each field and describes personal values. */
import { expect, test } from 'vitest';
import { compareImport, comparePayment, comparison } from '../../contracts/src/migration/compare-requests.ts';
import { migrateImport, migratePayment } from '../../contracts/src/migration/migrate-request.ts';
import { comparisonMarkdown, comparisonText, fieldTable } from './field-table.ts';

const personal = {
  iban: 'DE00370400440532013000',
  executionDate: '2026-12-01',
  moneyTransfers: [{ counterpartName: 'Erika Mustermann', amount: 98765.43, purpose: 'Rent' }],
};

test('a table names both sides of every field in columns', () => {
  const { fields } = migrateImport({ bankId: 280001, accountTypes: ['CreditCard'], loadOwnerData: true });
  expect(fieldTable(fields, { isOpen: false })).toBe(
    [
      'V1 field         V1 value      verdict  V2 field         V2 value       loses',
      '/bankId          280001        moved    /bank/id         280001         nothing',
      '/accountTypes/0  "CreditCard"  recoded  /accountTypes/0  "CREDIT_CARD"  nothing',
      '/loadOwnerData   true          kept     /loadOwnerData   true           nothing',
      '',
    ].join('\n'),
  );
});

test('a table describes personal values and shows the others', () => {
  const text = fieldTable(migratePayment(personal).fields, { isOpen: false });
  for (const secret of ['DE00', '3000', 'Erika', '98765', 'Rent']) expect(text).not.toContain(secret);
  expect(text).toContain('"2026-12-01"');
  expect(text).toContain('text of 16 characters');
  expect(text).toMatch(/nothing; the value has no valid\n +IBAN check digits/);
  expect(text).toMatch(/needs-decision .* is to be decided\n/);
});

test('no line of a table is wider than 100 columns, and what is lost or to be decided says so', () => {
  const long = { moneyTransfers: [{ structuredRemittanceInformation: ['RF18539007547034'] }], a: 1 };
  const text = fieldTable(migratePayment(long).fields, { isOpen: true });
  expect(text).toBe(`moved         /moneyTransfers/0/structuredRemittanceInformation/0 →
              /orders/0/structuredRemittanceInformation/0: "RF18539007547034"
undocumented  /a → -: 1 → -; no documented field receives it
`);
});

test('a table of made-up data shows every value', () => {
  const text = fieldTable(migratePayment(personal).fields, { isOpen: true });
  for (const value of ['"DE00370400440532013000"', '"Erika Mustermann"', '98765.43'])
    expect(text).toContain(value);
});

test('a table shows nothing of the value of an undocumented field, and its name cannot break the line', () => {
  const text = fieldTable(migrateImport({ 'pass\nword\u001b[2J': 'secret' }).fields, { isOpen: false });
  expect(text).not.toContain('secret');
  expect(text.split('\n')[0]).toContain('/pass\ufffdword\ufffd[2J');
});

/** A comparison is written as a table for people and as a checklist for a pull request. */

const different = compareImport({ bankId: 1, maxDaysForDownload: 60 }, { bank: { id: 1 }, 'x`<b>\n': 'a' });
const undecided = comparePayment(
  { moneyTransfers: [{ amount: 1 }] },
  { orders: [{ amount: { value: 1, currency: 'EUR' } }] },
);

test('the text has a line for each field and the verdict last', () => {
  expect(comparisonText(different)).toBe(
    [
      'verdict     V1 field             V2 field',
      'moved       /bankId              /bank/id',
      'lost        /maxDaysForDownload  /maxDaysForDownload  is missing',
      'unexpected  -                    /x`<b>\ufffd              is text, which V1 did not ask for',
      '',
      'Not equivalent: 1 lost, 1 unexpected of 3 fields.',
      '',
    ].join('\n'),
  );
});

test('a currency without a decision is equivalent and to be confirmed', () => {
  expect(comparisonText(undecided)).toContain('Equivalent: ');
  expect(comparisonText(undecided)).toContain(' To confirm: 1 currency that V1 never carried.\n');
});

test('the checklist leaves open what fails or is to be confirmed, and no name can break out of its code', () => {
  expect(comparisonMarkdown(different)).toBe(
    [
      '### V1 → Web Form V2',
      '',
      'Not equivalent: 1 lost, 1 unexpected of 3 fields.',
      '',
      '- [x] `/bankId` → `/bank/id` moved',
      '- [ ] `/maxDaysForDownload` → `/maxDaysForDownload` lost: is missing',
      "- [ ] `/x'<b>\ufffd` unexpected: is text, which V1 did not ask for",
      '',
    ].join('\n'),
  );
  expect(comparisonMarkdown(undecided)).toContain(
    '- [ ] `/orders/0/amount/currency` to-confirm: is "EUR", which V1 never carried\n',
  );
});

test('a value that is shown is no markup of the checklist', () => {
  const message = 'is "<script>[a](https://evil.example)`|@all#1", not three capitals';
  const field = { from: null, to: '/x', verdict: 'wrong-value', message } as const;
  expect(comparisonMarkdown(comparison([field]))).toContain(
    'wrong-value: is "&lt;script>\\[a\\](https:&#47;/evil.example)\\`\\|\\@all\\#1", not three capitals',
  );
});
