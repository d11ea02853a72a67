/** A field table has one line a field and describes personal values. */
import { expect, test } from 'vitest';
import { fieldTable } from './field-table.ts';
import { migrateImport, migratePayment } from './migrate.ts';

const personal = {
  iban: 'DE00370400440532013000',
  executionDate: '2026-12-01',
  moneyTransfers: [{ counterpartName: 'Erika Mustermann', amount: 98765.43, purpose: 'Rent' }],
};

test('a table names both sides of every field in columns', () => {
  const { fields } = migrateImport({ bankId: 280001, accountTypes: ['CreditCard'], loadOwnerData: true });
  expect(fieldTable(fields, { isOpen: false })).toBe(
    [
      'V1 field         V1 value      fate     V2 field         V2 value       verdict  loses',
      '/bankId          280001        moved    /bank/id         280001         renamed  nothing',
      '/accountTypes/0  "CreditCard"  recoded  /accountTypes/0  "CREDIT_CARD"  recoded  nothing',
      '/loadOwnerData   true          kept     /loadOwnerData   true           same     nothing',
      '',
    ].join('\n'),
  );
});

test('a table describes personal values and shows the others', () => {
  const text = fieldTable(migratePayment(personal).fields, { isOpen: false });
  for (const secret of ['DE00', '3000', 'Erika', '98765', 'Rent']) expect(text).not.toContain(secret);
  expect(text).toContain('"2026-12-01"');
  expect(text).toContain('text of 16 characters');
  expect(text).toContain('nothing; the value has no valid IBAN check digits');
  expect(text).toContain('needs-decision  is to be decided');
});

test('a table of made-up data shows every value', () => {
  const text = fieldTable(migratePayment(personal).fields, { isOpen: true });
  for (const value of ['"DE00370400440532013000"', '"Erika Mustermann"', '98765.43'])
    expect(text).toContain(value);
});

test('a table tells nothing of the value of an undocumented field, and its name cannot break the line', () => {
  const text = fieldTable(migrateImport({ 'pass\nword\u001b[2J': 'secret' }).fields, { isOpen: false });
  expect(text).not.toContain('secret');
  expect(text.split('\n')[1]).toContain('/pass\ufffdword\ufffd[2J');
});
